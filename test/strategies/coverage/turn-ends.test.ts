import { describe, expect, it } from 'vitest'
import { measure } from '../../../src/measure/measure.ts'
import { candidatesOf } from '../../../src/strategies/coverage/digest/candidates.ts'
import { turnEnds } from '../../../src/strategies/coverage/turn-ends.ts'
import type { Message } from '../../../src/types.ts'

const ranker = { name: 'characters', exact: true, count: (text: string): number => text.length }

function said(role: Message['role'], text: string): Message {
  return { role, blocks: [{ type: 'text', text, media: 'text', path: ['content'] }] } as unknown as Message
}

/** Each line weighs the same, but for those that `weights` names. */
function endsOf(
  messages: readonly Message[],
  weights: Readonly<Record<string, number>> = {},
): readonly string[] {
  const candidates = candidatesOf(messages, measure(messages, { ranker, pins: [], preservePatterns: [] }))
  const pieces = [...candidates.candidates]
  const texts = pieces.map(({ text }) => text)
  const ends = turnEnds({
    candidates,
    base: texts.map(text => weights[text] ?? 1),
    costs: texts.map(text => text.split(/\W+/).length),
    sections: pieces.map(({ section }) => section),
    piecesOf: parts => pieces.flatMap(({ part }, at) => (parts.includes(part) ? [at] : [])),
  })
  return ends.map(end => texts[end] as string)
}

const reason = 'I would go with pools because the blame of a large file takes seconds.'
const question = 'Should I merge the branch into the main one now?'
const long = `${'Look at each of the files that read a limit, one after the other. '.repeat(2)}Then go on.`

describe('turnEnds', () => {
  it('takes of each answer before the last request the sentence that weighs most', () => {
    const answer = `There are two ways to do it, and both take a day.\n\n${reason}`
    const messages = [said('user', 'How?'), said('assistant', answer), said('user', 'Go on.')]
    expect(endsOf(messages, { [reason]: 2 })).toEqual([reason])
  })

  it('takes no row, rest of a sentence, short line that introduces a list, or code', () => {
    const answer = [
      'What the reader of the settings has to do with it:',
      '',
      '... would all be the same, since nobody knows which one it was.',
      '',
      '| file | limit | where it is read and how often |',
      '|---|---|---|',
      '| a.ts | 7 | in the reader of settings, once for each row |',
    ].join('\n')
    expect(endsOf([said('user', 'How?'), said('assistant', answer), said('user', 'Go on.')])).toEqual([])
  })

  it('prefers a sentence to an item of a list', () => {
    const item = '- the counts of each file are taken from the newest line first'
    const answer = `${reason}\n\n${item}`
    const messages = [said('user', 'How?'), said('assistant', answer), said('user', 'Go on.')]
    expect(endsOf(messages, { [item]: 2 })).toEqual([reason])
  })

  it('takes the question that a short message answers, and no other', () => {
    const answer = `${reason}\n\n${question}`
    const endsBefore = (text: string): readonly string[] =>
      endsOf([said('user', 'How?'), said('assistant', answer), said('user', text)])
    expect(endsBefore('I do that myself.')).toEqual([reason, question])
    expect(endsBefore(long)).toEqual([reason])
  })
})
