import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/formats/plain.ts'
import { conversationText } from '../../../src/scan/spoken-text.ts'
import { cutAt } from '../../../src/tools/evaluate/cut.ts'
import { decay, decayScores, decaySplits } from '../../../src/tools/evaluate/evaluate-decay.ts'
import { answered, said } from './messages.ts'

describe('splits', () => {
  it('are equal steps', () => {
    const messages = Array.from({ length: 11 }, (_, index) => said('user', `${index}`))
    expect(decaySplits(messages, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(decaySplits(messages, 1)).toEqual([6])
    expect(decaySplits([], 3)).toEqual([])
  })

  it('never part a call from its answer', () => {
    const messages = [
      said('user', 'a'),
      ...answered('Bash', {}, 'x'),
      ...answered('Bash', {}, 'y'),
      said('user', 'b'),
    ]
    expect(decaySplits(messages, 1)).toEqual([3])
    expect(decaySplits(messages, 2)).toEqual([3, 5])
  })
})

describe('decay', () => {
  const raw = Array.from({ length: 8 }, (_, index) => ({ role: 'user', content: `word${index}` }))

  it('compresses the view of the round before with what came since, and the whole once beside it', async () => {
    const seen: string[] = []
    const rounds = await decay({
      format: plain,
      raw,
      rounds: 3,
      compress: (messages, round) => {
        seen.push(`${round}: ${messages.map(message => (message as { content: string }).content).join(' ')}`)
        return { messages: messages.slice(-2), originals: [`${round}`] }
      },
      measure:
        ({ history, future }) =>
        ({ messages, originals }) => ({
          history: history.length,
          future: future.length,
          view: messages.length,
          last: Number(conversationText(messages).slice(-1)),
          originals: Number(originals[0]),
        }),
    })
    expect(seen).toEqual([
      '1: word0 word1',
      '2: word0 word1 word2 word3',
      '1: word0 word1 word2 word3',
      '3: word2 word3 word4 word5',
      '1: word0 word1 word2 word3 word4 word5',
    ])
    expect(rounds.map(({ round, messages }) => [round, messages])).toEqual([
      [1, 2],
      [2, 4],
      [3, 6],
    ])
    expect(rounds[2]?.scores).toEqual({ history: 6, future: 2, view: 2, last: 5, originals: 3 })
    expect(rounds[2]?.once).toEqual({ history: 6, future: 2, view: 2, last: 5, originals: 1 })
  })
})

describe('every metric of a view', () => {
  const messages = [
    said('user', 'Never rename uploadQueue in any file.'),
    ...answered('Edit', { file_path: 'src/queue.ts', old_string: 'a', new_string: 'retryLimit' }, 'done'),
    said('assistant', 'I will now look at uploadQueue with retryLimit again.'),
  ]
  const score = decayScores(cutAt(messages, 3))

  it('is whole for the history and nothing for an empty view', () => {
    const { size, information, ...shares } = score({ messages: messages.slice(0, 3), originals: [] })
    expect(size).toBe(1)
    expect(information).toBeCloseTo(1)
    expect(shares).toEqual({ use: 1, deepUse: 1, grounded: 1, rules: 1, trail: 1, probes: 1 })
    const { information: guessed, ...nothing } = score({ messages: [], originals: [] })
    expect(guessed).toBeLessThan(0.1)
    expect(nothing).toEqual({ size: 0, use: 0, deepUse: 0, grounded: 0, rules: 0, trail: 0, probes: 0 })
  })

  it('leaves out what there is nothing to count for', () => {
    expect(Object.keys(decayScores(cutAt([said('user', 'hm')], 1))({ messages: [], originals: [] }))).toEqual(
      ['size', 'information'],
    )
  })
})
