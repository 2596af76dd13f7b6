/** Views that a second round once made smaller. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import type { CompressOptions } from '../../src/options.ts'
import type { SyncStore } from '../../src/types.ts'

function rounds(messages: readonly object[], options: CompressOptions<SyncStore>) {
  const first = compressSync(messages, { ...options, strict: true })
  const second = compressSync(first.messages, { ...options, strict: true })
  return { first, second }
}

/** A log whose only error is too long for the smallest excerpt. */
function log(words: number): string {
  const error = `ERROR: ${Array.from({ length: words }, (_, at) => `cause${at} failed`).join(' ')}`
  const lines = Array.from(
    { length: 60 },
    (_, at) => `step ${at} of the build took ${at * 7} ms on worker ${at % 5}`,
  )
  return [...lines.slice(0, 30), error, ...lines.slice(30)].join('\n')
}

describe('a second round', () => {
  it.each(['cap', 'partition'] as const)(
    '%s: finds nothing to shorten where the budget is out of reach',
    strategy => {
      const messages = [
        { role: 'user', content: 'Build it.' },
        { role: 'assistant', content: log(40) },
        { role: 'assistant', content: log(12) },
        { role: 'user', content: 'Why does it fail?' },
      ]
      const { first, second } = rounds(messages, { strategy, budget: 20, recencyWindow: 0 })
      expect(first.receipt.budget?.met).toBe(false)
      expect(first.receipt.changes.map(({ message }) => message)).toEqual([1, 2])
      expect(second.messages).toBe(first.messages)
    },
  )

  it.each(['on', 'strict'] as const)('takes nothing back that was shown for the gate: %s', gate => {
    const said = 'x'.repeat(493)
    const messages = [
      { id: 'm0', role: 'user', content: said },
      { id: 'm1', role: 'assistant', content: said },
      { id: 'm2', role: 'user', content: '.' },
      { id: 'm3', role: 'assistant', content: Array.from({ length: 10 }, (_, at) => `${at} `).join('\n') },
    ]
    const { first, second } = rounds(messages, { strategy: 'window', recencyWindow: 0, gate })
    expect(second.messages).toBe(first.messages)
  })
})
