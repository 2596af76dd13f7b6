/** What a view shows of the edits that were made last. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { longListing, toolStep } from './tool-step.ts'

function edit(id: string, path: string, before: string, after: string): readonly object[] {
  return toolStep(id, 'Edit', { file_path: path, old_string: before, new_string: after }, 'Updated.')
}

const cases = [
  "describe('a ledger', () => {",
  "  it('books an amount once', () => {",
  ...Array.from({ length: 14 }, (_, at) => `    const account${at} = openAccount('branch ${at}')`),
  '    expect(ledger.balance()).toBe(4711)',
  '  })',
  '})',
].join('\n')

function viewOf(request: string, edits: readonly (readonly object[])[], budget: `${number}%`): string {
  const { messages } = compressSync(
    [
      { role: 'user', content: request },
      ...Array.from({ length: 12 }, (_, at) =>
        toolStep(`r${at}`, 'Read', { file_path: `/w/src/part${at}.txt` }, longListing(at)),
      ).flat(),
      ...edits.flat(),
      ...toolStep('d', 'Read', { file_path: '/w/src/notes.txt' }, longListing(20)),
    ],
    { strategy: 'coverage', budget, strict: true },
  )
  return JSON.stringify(messages).replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t')
}

describe('the newest edits', () => {
  const small = edit('s', '/w/src/ledger.ts', 'const limit = 100', 'const limit = 250')

  it('show what a test is about, before what it prepares', () => {
    const view = viewOf('Test the ledger.', [edit('t', '/w/src/ledger.test.ts', '})', cases)], '7%')
    expect(view).toContain("+  it('books an amount once', () => {")
    expect(view).toContain('+    expect(ledger.balance()).toBe(4711)')
    expect(view).not.toContain("openAccount('branch 7')")
  })

  it.each(['6%', '40%'] as const)('show both sides where they are small, with %s of the tokens', budget => {
    const view = viewOf('Replace `const limit = 100` by `const limit = 250`.', [small], budget)
    expect(view).toContain('-const limit = 100\n+const limit = 250')
  })

  it('show a line that is boilerplate elsewhere', () => {
    const parallel = edit(
      'p',
      '/w/src/ledger_test.go',
      '\tt.Parallel()\n\n\tdir := open()',
      '\tdir := open()',
    )
    expect(viewOf('Run the tests one by one.', [parallel], '6%')).toContain('-\tt.Parallel()')
  })
})
