/** What a view shows of the answer to an edit, which prints the edited lines once more. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { longListing, toolStep } from './tool-step.ts'

const viewAfter = (answer: string): string => {
  const lines = { old_string: 'open()', new_string: 'open()\nlockLedger()' }
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Lock the ledger before it is changed.' },
      ...Array.from({ length: 3 }, (_, at) =>
        toolStep(`r${at}`, 'Read', { file_path: `/w/src/part${at}.txt` }, longListing(at)),
      ).flat(),
      ...toolStep('e', 'Edit', { file_path: '/w/src/ledger.ts', ...lines }, answer),
      ...toolStep('s', 'Bash', { command: 'git status --short' }, ' M src/ledger.ts'),
      { role: 'assistant', content: 'Now let me look whether anything else opens it.' },
    ],
    { strategy: 'coverage', budget: '30%', strict: true },
  )
  return JSON.stringify(messages)
}

const countOf = (part: string, view: string): number => view.split(part).length - 1

describe('the answer to an edit', () => {
  it('comes after what else was read, beside the edit', () => {
    const printed = Array.from({ length: 40 }, (_, at) => `    ${at + 20}→  bookEntry(branch${at})`)
    const view = viewAfter(printed.join('\n'))
    expect(view).toContain('+lockLedger()')
    expect(countOf(' books ', view)).toBeGreaterThan(40)
    expect(countOf('bookEntry', view)).toBeLessThan(15)
  })

  it('is shown where it says why the edit failed, also without a mark of the host', () => {
    const similar = Array.from({ length: 10 }, (_, at) => `    ${at + 20}  bookEntry(branch${at})`)
    const view = viewAfter(
      `Error: the lines are not in the file.\nThe most similar lines are:\n${similar.join('\n')}`,
    )
    expect(view).toContain('The most similar lines are:')
    expect(countOf('bookEntry', view)).toBe(10)
  })

  it('is not repeated below the call that says why it failed', () => {
    const view = viewAfter('<tool_use_error>File has not been read yet.</tool_use_error>')
    expect(view).toContain('→ failed: File has not been read yet.')
    // The other is the open error of the head.
    expect(countOf('File has not been read yet.', view)).toBe(2)
    expect(view).not.toContain('tool_use_error')
  })
})
