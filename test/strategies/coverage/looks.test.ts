/** What was only looked at, in views of different sizes. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'

const names = Array.from({ length: 12 }, (_, at) => `part${at}`)

function file(at: number): string {
  const imports = names.map(name => `import { ${name}Reader${at} } from './${name}-${at}.js'`)
  const body = names.map(
    name => `export function ${name}Of${at}(row) { return ${name}Reader${at}(row, ${at}) }`,
  )
  return [...imports, ...body].join('\n')
}

const messages = [
  { role: 'user', content: 'Read the parts.' },
  ...Array.from({ length: 8 }, (_, at) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        {
          id: `c${at}`,
          type: 'function',
          function: { name: 'Read', arguments: `{"file_path":"src/f${at}.js"}` },
        },
      ],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: file(at) },
  ]).flat(),
  { role: 'assistant', content: 'They are read.' },
  { role: 'user', content: 'Go on.' },
]

function shownAt(budget: '15%' | '35%'): string {
  return JSON.stringify(compressSync(messages, { strategy: 'coverage', budget, strict: true }).messages)
}

describe('imports of files that were read', () => {
  it('are not shown with little room', () => {
    expect(shownAt('15%')).toContain('export function')
    expect(shownAt('15%')).not.toContain('import {')
  })

  it('are shown with more', () => {
    expect(shownAt('35%')).toContain('import {')
  })
})

describe('what was looked at for the current request', () => {
  const looked = (id: string, name: string, args: object, content: string) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: id, content },
  ]
  const numbered = (first: number) =>
    names.map((name, at) => `${String(first + at).padStart(6)}→export function ${name}(row) {}`).join('\n')
  const view = (asked: readonly object[]): string =>
    JSON.stringify(
      compressSync(
        [
          ...asked,
          ...Array.from({ length: 9 }, (_, at) =>
            looked(`f${at}`, 'Read', { file_path: `src/f${at}.js` }, file(at)),
          ).flat(),
          ...looked('l', 'Bash', { command: 'ls' }, 'src'),
        ],
        { strategy: 'coverage', budget: '12%', strict: true },
      ).messages,
    )
  const request = { role: 'user', content: 'Compare each total with the limit.' }

  it('says where a reading begins that is not from the top', () => {
    const said = view([request, ...looked('r', 'Read', { file_path: 'src/rows.js' }, numbered(545))])
    expect(said).toMatch(/\[\d{1,2}\/12 lines from 545\]/)
    expect(view([request, ...looked('r', 'Read', { file_path: 'src/rows.js' }, numbered(1))])).not.toContain(
      'lines from',
    )
  })
})
