/** What a view shows of the answer to an edit, which prints the edited lines once more. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { longListing, toolStep } from './tool-step.ts'

describe('the answer to an edit', () => {
  const printed = Array.from({ length: 40 }, (_, at) => `    ${at + 20}→  bookEntry(branch${at})`)
  const lines = { old_string: 'open()', new_string: 'open()\nlockLedger()' }
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Lock the ledger before it is changed.' },
      ...Array.from({ length: 3 }, (_, at) =>
        toolStep(`r${at}`, 'Read', { file_path: `/w/src/part${at}.txt` }, longListing(at)),
      ).flat(),
      ...toolStep('e', 'Edit', { file_path: '/w/src/ledger.ts', ...lines }, printed.join('\n')),
      ...toolStep('s', 'Bash', { command: 'git status --short' }, ' M src/ledger.ts'),
      { role: 'assistant', content: 'Now let me look whether anything else opens it.' },
    ],
    { strategy: 'coverage', budget: '30%', strict: true },
  )
  const view = JSON.stringify(messages)
  const countOf = (part: string): number => view.split(part).length - 1

  it('comes after what else was read, beside the edit', () => {
    expect(view).toContain('+lockLedger()')
    expect(countOf(' books ')).toBeGreaterThan(45)
    expect(countOf('bookEntry')).toBeLessThan(10)
  })
})
