import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../../../src/formats/index.ts'
import { compressSync } from '../../../../src/index.ts'
import { type Author, authors, EntityIndexBuilder } from '../../../../src/measure/entity-index.ts'
import { measure } from '../../../../src/measure/measure.ts'
import { termsOf } from '../../../../src/measure/term-list.ts'
import { conversationText } from '../../../../src/scan/spoken-text.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { authorIn } from '../../../../src/strategies/coverage/read/line-bits.ts'
import { listedNames } from '../../../../src/strategies/coverage/weigh/listed-names.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'

const fields = ['Storage', 'Queue', 'Retries', 'Timeout', 'Region', 'Owner', 'Format', 'Schedule']
const plan = Array.from(
  { length: 24 },
  (_, at) =>
    `${at + 1}. **${fields[at % fields.length]}**: the ${['importer', 'worker', 'ledger'][at % 3]} of stage ${at} waits ${at * 7 + 3} seconds before it writes batch ${at * 31}.`,
).join('\n')

/** A status of so many changed files, then a plan that was read for the request. */
function viewAfter(changed: number): string {
  const status = Array.from({ length: changed }, (_, at) => ` M packages/part${at % 9}/lib/module_${at}.py`)
  const call = (callId: string, name: string, args: object) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: callId, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  })
  const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Write the list of tasks for the plan.' },
      call('a', 'bash', { command: 'git status --short' }),
      result('a', [...status, ' M packages/core/plan_runner.py'].join('\n')),
      call('b', 'bash', { command: 'cat docs/plan.md' }),
      result('b', plan),
      { role: 'assistant', content: 'plan_runner.py has to change first.' },
      call('c', 'bash', { command: 'ls tasks' }),
      result('c', 'template.md'),
    ],
    { format: 'openai-chat', budget: 900 },
  )
  return conversationText(formatNamed('openai-chat').read(messages))
}

describe('a long list of files that nobody speaks of', () => {
  it('leaves room for what was read after it', () => {
    const shown = (view: string): number => view.match(/waits \d+ seconds/g)?.length ?? 0
    const listed = (view: string): number => view.match(/module_\d+\.py/g)?.length ?? 0
    const view = viewAfter(220)
    expect(shown(view)).toBeGreaterThan(10)
    expect(listed(view)).toBeLessThan(30)
  })

  it('is shown by the name that was spoken of', () => {
    expect(viewAfter(220)).toContain('packages/core/plan_runner.py')
  })
})

describe('names in a listing', () => {
  const names = Array.from({ length: 24 }, (_, at) => `lib/part_${at}.py`)

  /** The factors of the lines of a listing, by the budget's share of the whole. */
  function factorsOf(listing: string, share: number): readonly number[] {
    const messages = [
      say('user', text('Which file reads the plan?')),
      ...step('a', { name: 'Bash', args: { command: 'find lib' }, result: listing }),
    ]
    const known = candidatesOf(
      conversationFacts(messages),
      measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
    )
    const { texts, bits } = known.candidates
    const builder = new EntityIndexBuilder()
    for (const [piece, line] of texts.entries())
      builder.add(authors.indexOf(authorIn(bits[piece] as number)) as Author, 0, termsOf(line))
    const factors = listedNames(known, builder.index(), share)
    return [...factors].filter((_, piece) => /part_\d/.test(texts[piece] ?? ''))
  }

  it('count less the more there are, and less where room is short', () => {
    expect(Math.min(...factorsOf(names.join('\n'), 0.3))).toBe(1)
    expect(Math.max(...factorsOf(names.join('\n'), 0.05))).toBeLessThan(0.5)
    expect(Math.min(...factorsOf(names.slice(0, 6).join('\n'), 0.05))).toBe(1)
  })
})
