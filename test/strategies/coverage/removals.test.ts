/** What a view shows of an edit that takes a function away. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'

const removed = [
  'export function readLegacyRows(path: string): Row[] {',
  ...Array.from(
    { length: 80 },
    (_, at) => `  rows.push(parseLegacyCell${at}(sheet.cell(${at}), options.mode))`,
  ),
  '  return rows',
  '}',
].join('\n')

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

const messages = [
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
  const view = JSON.stringify(
    compressSync(messages, { strategy: 'coverage', budget: 700, strict: true }).messages,
  )

  it('gives its room to what is there now', () => {
    expect(view).toContain('Edit /w/src/rows.ts')
    expect(view.split('+const ').length).toBeGreaterThan(25)
    expect(view.split('parseLegacyCell').length).toBeLessThan(4)
  })
})
