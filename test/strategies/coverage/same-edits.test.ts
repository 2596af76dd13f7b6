/** What a view shows of one small edit that is made in several files. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'

const call = 'closeLedgerOnShutdown()'

function step(id: string, name: string, input: object, content: string): readonly object[] {
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ]
}

function listing(at: number): string {
  return Array.from(
    { length: 60 },
    (_, row) => `Entry ${at}.${row} books \`amount${at}x${row}\` to the account of branch ${row}.`,
  ).join('\n')
}

function edit(id: string, path: string, before: string, after: string): readonly object[] {
  return step(id, 'Edit', { file_path: path, old_string: before, new_string: after }, 'Updated.')
}

const removed = [
  'function closeLedgerOnShutdown() {',
  ...Array.from({ length: 12 }, (_, at) => `  ledger.flush(${at})`),
  '}',
]

describe('an edit that is made in several files', () => {
  const { messages } = compressSync(
    [
      { role: 'user', content: `Remove ${call}, nobody needs it.` },
      ...Array.from({ length: 8 }, (_, at) =>
        step(`r${at}`, 'Read', { file_path: `/w/src/part${at}.txt` }, listing(at)),
      ).flat(),
      ...step('r', 'Read', { file_path: '/w/src/web.ts' }, `  ${call}\n  ledger.open()`),
      ...edit('a', '/w/src/web.ts', `  ${call}`, ''),
      ...edit('b', '/w/src/shell.ts', `  ${call}`, ''),
      ...edit('c', '/w/src/ledger.ts', removed.join('\n'), ''),
      ...step('d', 'Read', { file_path: '/w/src/notes.txt' }, listing(9)),
    ],
    { strategy: 'coverage', budget: '7%', strict: true },
  )
  const view = JSON.stringify(messages)

  it('is shown for each of them', () => {
    expect(view).toContain('Edit /w/src/web.ts')
    expect(view).toContain('Edit /w/src/shell.ts')
    expect(view.split(`-  ${call}`)).toHaveLength(3)
  })
})
