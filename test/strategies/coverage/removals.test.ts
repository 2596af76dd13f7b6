/** What a view shows of an edit that takes a function away. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'

function functionOf(statement: (at: number) => string): string {
  return [
    'export function readLegacyRows(path: string): Row[] {',
    ...Array.from({ length: 80 }, (_, at) => `  ${statement(at)}`),
    '  return rows',
    '}',
  ].join('\n')
}

function document(at: number): string {
  return Array.from(
    { length: 30 },
    (_, row) => `Sheet ${at} keeps \`column${at}x${row}\` for the totals of quarter ${row}.`,
  ).join('\n')
}

function added(name: string): string {
  return Array.from({ length: 10 }, (_, at) => `const ${name}Total${at} = sheets.totalOf(quarter${at})`).join(
    '\n',
  )
}

function edit(id: string, path: string, before: string, after: string): readonly object[] {
  const input = { file_path: path, old_string: before, new_string: after }
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Edit', input }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'The file has been updated.' }],
    },
  ]
}

const messagesOf = (removed: string): readonly object[] => [
  { role: 'user', content: 'Remove the reader that nobody calls.' },
  ...Array.from({ length: 6 }, (_, at) => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `r${at}`, name: 'Read', input: { file_path: `/w/src/f${at}.md` } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `r${at}`, content: document(at) }] },
  ]).flat(),
  ...edit('e1', '/w/src/rows.ts', removed, ''),
  ...['a', 'b', 'c'].flatMap(name => edit(name, `/w/src/${name}.ts`, 'const sheets = []', added(name))),
]

describe('an edit that takes a function away', () => {
  it.each([
    ['statements', (at: number) => `rows.push(parseLegacyCell${at}(sheet.cell(${at}), options.mode))`],
    ['names', (at: number) => `const row${at} = parseLegacyCell${at}(sheet.cell(${at}), options.mode)`],
  ])('gives its room to what is there now, whatever its body had: %s', (_, statement) => {
    const messages = messagesOf(functionOf(statement))
    const view = JSON.stringify(
      compressSync(messages, { strategy: 'coverage', budget: 1100, strict: true }).messages,
    )
    expect(view).toContain('/w/src/rows.ts (#14): removed readLegacyRows')
    expect(view.split('+const ').length).toBeGreaterThan(25)
    expect(view).not.toContain('parseLegacyCell')
  })
})
