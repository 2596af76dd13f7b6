import { describe, expect, it } from 'vitest'
import { treeSitterSignatures } from '../../../src/tools/signatures/code-signatures.ts'
import { reachableFrom } from '../../architecture/source-files.ts'
import { programs } from '../../reduce/content/code/programs.ts'

describe('signatures by tree-sitter', () => {
  it.each(programs)('read $path in order, each with its head', async ({ path, text }) => {
    const signatures = (await treeSitterSignatures(path))?.(text) ?? []
    expect(signatures.length).toBeGreaterThan(1)
    signatures.forEach(({ first, end }, index) => {
      expect(end).toBeGreaterThan(first)
      expect(first).toBeGreaterThan(signatures[index - 1]?.first ?? -1)
    })
  })

  it('end a head where the body begins', async () => {
    const read = await treeSitterSignatures('a.ts')
    expect(read?.('export function f(\n  a: string,\n): void {\n  g(a)\n}\n')).toEqual([
      { first: 0, end: 3, kind: 'function' },
    ])
    const csharp = await treeSitterSignatures('csharp')
    expect(csharp?.('class A\n{\n    void F()\n    {\n    }\n}\n')).toEqual([
      { first: 0, end: 1, kind: 'type' },
      { first: 2, end: 3, kind: 'function' },
    ])
  })

  it('read what is broken', async () => {
    const read = await treeSitterSignatures('a.py')
    expect(read?.('def f(:\n  )\nclass\n"""').length).toBeGreaterThanOrEqual(0)
    expect(read?.('')).toEqual([])
  })

  it('are not there for what no grammar is known for', async () => {
    expect(await treeSitterSignatures('notes.txt')).toBeUndefined()
    expect(await treeSitterSignatures('schema.sql')).toBeUndefined()
  })

  it('are out of the reach of the root entry', () => {
    expect(reachableFrom('index.ts').has('code-signatures.ts')).toBe(false)
    expect([...reachableFrom('index.ts')].filter(target => target.includes('tree-sitter'))).toEqual([])
  })
})
