/** What a digest offers of files that were changed after they were read, and of edits that failed first. */
import { describe, expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/digest/candidates.ts'
import { digestParts } from '../../../../src/strategies/coverage/digest/render-digest.ts'
import type { Message } from '../../../../src/types.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from './measured.ts'

const file_path = '/w/src/tax.ts'
const lines = [
  'const rate = 19',
  'export function taxOf(amount: number) {',
  '  return amount * rate / 100',
  '}',
]
const read = (id: string, from = 1): readonly Message[] =>
  step(id, {
    name: 'Read',
    args: { file_path },
    result: lines.map((line, at) => `${String(from + at).padStart(6)}→${line}`).join('\n'),
  })
const edit = (id: string, old_string: string, new_string: string, result = 'Updated.') =>
  step(id, { name: 'Edit', args: { file_path, old_string, new_string }, result })
const lookAround = step('look', { name: 'Bash', args: { command: 'ls' }, result: 'src' })
const source = { first: 0, messages: 4, tokens: 99, hash: 'a1b2c3d4'.repeat(8) }

function shownOf(messages: readonly Message[], message: number): string {
  const offers = offersIn(messages)
  const chosen = offers.candidates.flatMap(({ section, isBare }, at) =>
    offers.sections[section]?.message === message && !isBare ? [at] : [],
  )
  return digestParts(source, offers, chosen)
    .slice(1)
    .map(({ text }) => text)
    .join('\n')
}

describe('of a file that an edit changed after it was read', () => {
  const removal = edit('b', lines.slice(1).join('\n'), '')

  it('says so, without numbers that may have moved and lines that are gone', () => {
    expect(shownOf([...read('a', 7), ...lookAround], 1)).toContain('7 const rate = 19')
    expect(shownOf([...read('a', 7), ...removal], 1)).toBe(
      '#2 → …/tax.ts [1/4 lines, changed since]\nconst rate = 19',
    )
  })

  it('knows the edits of messages that stay as they are', () => {
    const messages = [...read('a', 7), ...removal]
    const ranker = { name: 'characters', exact: true, count: (text: string): number => text.length }
    const measured = measure(messages, { ranker, pins: [], preservePatterns: [] })
    const { candidates, sections } = candidatesOf(
      messages,
      measured.filter(({ message }) => message < 2),
    )
    expect(sections[1]?.isChanged).toBe(true)
    expect([...candidates].find(({ text }) => text === lines[1])?.isBare).toBe(true)
    expect([...candidates].find(({ text }) => text === lines[0])?.isBare).toBe(false)
  })

  it('says nothing of the kind where the edit came before', () => {
    expect(shownOf([...removal, ...read('a')], 3)).not.toContain('changed since')
  })
})

describe('an edit that failed', () => {
  const failed = edit(
    'a',
    'const rates = 19',
    'const rate = 7',
    '<tool_use_error>String to replace not found in file.\nString: const rates = 19</tool_use_error>',
  )

  it('is not shown where it was made good, and neither is what was read again for it', () => {
    const messages = [...failed, ...read('b'), ...edit('c', 'const rate = 19', 'const rate = 7')]
    for (const message of [0, 1, 3]) expect(shownOf(messages, message)).toBe('')
    expect(shownOf(messages, 4)).toContain('+const rate = 7')
  })

  it('is shown where it was not', () => {
    const messages = [...failed, ...read('b')]
    expect(shownOf(messages, 0)).toContain('failed')
    expect(shownOf(messages, 3)).toContain('const rate = 19')
  })
})
