import { describe, expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { worthInDocuments } from '../../../../src/strategies/coverage/weigh/worth-in-documents.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import type { Message } from '../../../../src/types.ts'
import { answered, said } from '../../../tools/evaluate/messages.ts'

/** Of each line of the agent's first answer, or of another message. */
function worthsIn(messages: readonly Message[], message = 1): readonly number[] {
  const known = candidatesOf(
    conversationFacts(messages),
    measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
  )
  const worths = worthInDocuments(known, '', '')
  return Array.from(known.candidates).flatMap(({ section }, at) =>
    known.sections[section]?.message === message ? [worths[at] as number] : [],
  )
}

function edited(path: string): readonly Message[] {
  return answered('Write', { file_path: path, content: 'export const a = 1' }, 'File created')
}

describe('worthInDocuments', () => {
  const answer = [
    'The queue holds two locks.',
    'The reader takes one of them twice.',
    'The writer never does.',
    'It hangs for a minute.',
    'Then it goes on.',
    'We could drop the second lock.',
  ].join('\n\n')
  const asked = [said('user', 'Why does it hang?'), said('assistant', answer), said('user', 'Drop it then.')]

  it('is whole for a proposal of the turn before', () => {
    expect(worthsIn(asked)).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('is less for a proposal once a later turn has ended', () => {
    const done = [...asked, said('assistant', 'It is gone.'), said('user', 'Now the docs.')]
    const [found, , , , , proposed] = worthsIn(done)
    expect(found).toBe(1)
    expect(proposed).toBeLessThan(0.5)
  })

  it('is less for a section of a plan whose file was changed, and another one after it', () => {
    const plan = [
      '# Plan',
      '## Parse in `src/parse.ts`',
      'Read each line.',
      '## Print in `src/print.ts`',
      'Show each.',
    ]
    const asks = said('user', `Implement the following plan:\n\n${plan.join('\n')}`)
    const first = [asks, ...edited('src/parse.ts')]
    expect(worthsIn(first, 0)).toEqual(worthsIn([asks], 0))
    const [before, after] = [worthsIn([asks], 0), worthsIn([...first, ...edited('src/print.ts')], 0)]
    const isLess = after.map((worth, at) => worth < (before[at] as number) / 5)
    expect(isLess.slice(-4)).toEqual([true, true, false, false])
  })

  it('is less for a report of a subagent that the agent summed up in the same turn', () => {
    const found = '## Findings\n\nThe queue holds two locks.\n\n## Verdict\n\nDrop the second lock.'
    const asks = [said('user', 'Review the queue.'), ...answered('Task', { prompt: 'Review it.' }, found)]
    const [alone, shortly, summedUp] = [
      [],
      [said('assistant', 'Now the other one.')],
      [said('assistant', `The review found this: ${'a lock is held twice, '.repeat(20)}.`)],
    ].map(after => worthsIn([...asks, ...after], 2))
    expect(shortly).toEqual(alone)
    expect(summedUp?.every((worth, at) => worth < (alone?.[at] as number) / 2)).toBe(true)
  })
})
