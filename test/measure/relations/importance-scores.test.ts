import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forwardReferences, importanceScores } from '../../../src/measure/relations/importance-scores.ts'
import { anyCharacter } from '../../any-character.ts'

const user = (text: string) => ({ role: 'user', text })

/** The definition, by comparing every pair. */
function countedByPairs(mentions: readonly ReadonlySet<string>[]): number[] {
  return mentions.map(
    (own, index) => mentions.slice(index + 1).filter(later => [...own].some(name => later.has(name))).length,
  )
}

/** A set that counts how often it is read or asked. */
class CountingSet extends Set<string> {
  static looks = 0
  override has(name: string): boolean {
    CountingSet.looks += 1
    return super.has(name)
  }
  override [Symbol.iterator](): SetIterator<string> {
    CountingSet.looks += 1
    return super[Symbol.iterator]()
  }
}

describe('importanceScores', () => {
  it('adds references, signals and recency as the formula says', () => {
    const scores = importanceScores([
      user('We decided that loadConfig must stay.'),
      user('loadConfig reads the file.'),
      user('Nothing in particular.'),
      user('Actually, loadConfig reads two files, says parseArgs.'),
      user('parseArgs is fine.'),
    ])
    expect(scores.map(score => Number(score.toFixed(4)))).toEqual([
      0.5 * (2 / 2) + 0.15 + 0.1 + 0,
      0.5 * (1 / 2) + 0.1 * 0.25,
      0.1 * 0.5,
      0.5 * (1 / 2) + 0.25 + 0.1 * 0.75,
      0.1,
    ])
  })

  it('counts signals up to 0.4', () => {
    const [score] = importanceScores([user('Actually, we decided that it must never happen.'), user('Fine.')])
    expect(score).toBeCloseTo(0.4)
  })

  it('hears no decision, demand or correction in what a tool prints', () => {
    const readme = 'Actually, we decided that you must never do this.'
    expect(importanceScores([{ role: 'tool', text: readme }, user('Fine.')])[0]).toBe(0)
    expect(importanceScores([user(readme), user('Fine.')])[0]).toBeCloseTo(0.4)
  })

  it('knows signals in German and Chinese', () => {
    const scores = importanceScores([
      user('Wir haben beschlossen, es zu lassen.'),
      user('端口必须是五四三三。'),
      user('不对，端口是另一个。'),
    ])
    expect(scores[0]).toBeCloseTo(0.15)
    expect(scores[1]).toBeCloseTo(0.1 + 0.05)
    expect(scores[2]).toBeCloseTo(0.25 + 0.1)
  })

  it('has an answer for no message and for one', () => {
    expect(importanceScores([])).toEqual([])
    expect(importanceScores([user('loadConfig')])).toEqual([0])
  })

  it('is deterministic and stays between 0 and 1 for any messages', () => {
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool'),
      text: fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.constantFrom('We must use fooBar', 'No, a_b instead', 'src/a.ts'),
      ),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), messages => {
        const scores = importanceScores(messages)
        expect(importanceScores(messages)).toEqual(scores)
        expect(scores).toHaveLength(messages.length)
        for (const score of scores) expect(score >= 0 && score <= 1).toBe(true)
      }),
    )
  })
})

describe('forwardReferences', () => {
  it('counts what comparing every pair would count', () => {
    const mentions = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefgh')), { maxLength: 60 })
    fc.assert(
      fc.property(mentions, lists => {
        const sets = lists.map(list => new Set(list))
        expect(forwardReferences(sets)).toEqual(countedByPairs(sets))
      }),
    )
  })

  it('is exact where one name is everywhere', () => {
    const sets = Array.from({ length: 500 }, (_, index) => new Set(['everywhere', `own${index % 50}`]))
    expect(forwardReferences(sets)).toEqual(countedByPairs(sets))
  })

  it('is too low rather than too high where several names are in hundreds of messages', () => {
    const sets = Array.from(
      { length: 600 },
      (_, index) => new Set(index === 0 ? ['a', 'b'] : [index % 2 === 0 ? 'a' : 'b']),
    )
    expect(countedByPairs(sets)[0]).toBe(599)
    expect(forwardReferences(sets)[0]).toBe(300)
  })

  it('looks at each message once, however many there are and whatever they share (D26)', () => {
    CountingSet.looks = 0
    const sets = Array.from({ length: 10_000 }, () => new CountingSet(['a', 'b', 'c', 'd']))
    const references = forwardReferences(sets)
    expect(CountingSet.looks).toBe(10_000)
    expect(references[0]).toBe(9999)
    expect(references[9999]).toBe(0)
  })
})
