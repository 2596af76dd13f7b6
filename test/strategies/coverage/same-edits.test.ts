/** What a view shows of one small edit that is made in several files. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { longListing, toolStep } from './tool-step.ts'

const call = 'closeLedgerOnShutdown()'

function edit(id: string, path: string, before: string, after: string): readonly object[] {
  return toolStep(id, 'Edit', { file_path: path, old_string: before, new_string: after }, 'Updated.')
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
        toolStep(`r${at}`, 'Read', { file_path: `/w/src/part${at}.txt` }, longListing(at)),
      ).flat(),
      ...toolStep('r', 'Read', { file_path: '/w/src/web.ts' }, `  ${call}\n  ledger.open()`),
      ...edit('a', '/w/src/web.ts', `  ${call}`, ''),
      ...edit('b', '/w/src/shell.ts', `  ${call}`, ''),
      ...edit('c', '/w/src/ledger.ts', removed.join('\n'), ''),
      ...toolStep('d', 'Read', { file_path: '/w/src/notes.txt' }, longListing(9)),
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
