import { describe, expect, it } from 'vitest'
import { entityIndexOf, type Said } from '../../bench/entity-index-of.ts'
import { type Lists, never } from '../../src/measure/entity-index.ts'
import { termKinds } from '../../src/scan/terms.ts'

const [user, words, calls, tools] = [0, 1, 2, 3] as const

function listOf({ values, starts }: Lists, index: number): readonly number[] {
  return [...values.slice(starts[index], starts[index + 1])]
}

const said: readonly Said[] = [
  { text: 'Fix the redirect, fix the redirect', author: user, age: 9 },
  { text: 'redirect lives in src/login.ts', author: words, age: 4 },
  { text: 'redirect', author: words, age: 2 },
  { text: '', author: calls, age: 1 },
  { text: 'login redirect', author: tools, age: 0 },
]

describe('an entity index', () => {
  const index = entityIndexOf(said)
  const numberOf = (text: string): number => [...index.knownIn(text).terms][0] ?? -1

  it('lists the terms of each utterance once', () => {
    expect(said.map((_, at) => listOf(index.terms, at).length)).toEqual([4, 6, 1, 0, 2])
    for (const at of said.keys())
      expect(new Set(listOf(index.terms, at)).size).toBe(listOf(index.terms, at).length)
  })

  it('lists two terms in a row as a phrase, over paths but not from one utterance into the next', () => {
    // Fix the, the redirect, redirect fix, fix the | redirect lives, lives src, src login
    expect(said.map((_, at) => listOf(index.phrases, at).length)).toEqual([4, 3, 0, 0, 1])
  })

  it('counts utterances by author and knows when the last one was', () => {
    const slot = numberOf('redirect') * 4
    expect([...index.termFacts.counts.slice(slot, slot + 4)]).toEqual([1, 2, 0, 1])
    expect([...index.termFacts.ages.slice(slot, slot + 4)]).toEqual([9, 2, never, 0])
  })

  it('knows what each term is', () => {
    const kinds = [...index.knownIn('src/login.ts').terms].map(
      term => termKinds[index.termFacts.kinds[term] ?? 0],
    )
    expect(kinds).toEqual(['word', 'word', 'path', 'file'])
  })

  it('has facts for every number in its lists', () => {
    for (const [lists, facts] of [
      [index.terms, index.termFacts],
      [index.phrases, index.phraseFacts],
    ] as const) {
      expect(new Set(lists.values).size).toBe(facts.size)
      expect(Math.max(...lists.values)).toBe(facts.size - 1)
      expect([facts.kinds.length, facts.counts.length, facts.ages.length]).toEqual([
        facts.size,
        facts.size * 4,
        facts.size * 4,
      ])
    }
  })

  it('finds in another text what was said, and nothing else', () => {
    const known = index.knownIn('Please fix the logout redirect')
    expect(known.terms).toEqual(new Set([numberOf('fix'), numberOf('the'), numberOf('redirect')]))
    expect(known.phrases.size).toBe(1)
    expect(index.termFacts.size).toBe(entityIndexOf(said).termFacts.size)
  })

  it('takes over what an earlier utterance of the same text names', () => {
    const twice = [...said, ...said]
    const again = twice.map((utterance, at) =>
      at < said.length ? utterance : { ...utterance, same: at - said.length },
    )
    const read = entityIndexOf(twice)
    const taken = entityIndexOf(again)
    for (const key of ['terms', 'phrases', 'termFacts', 'phraseFacts'] as const)
      expect(taken[key]).toEqual(read[key])
  })

  it('is empty where nothing was said', () => {
    const none = entityIndexOf([])
    expect([none.termFacts.size, none.terms.starts.length, none.knownIn('redirect').terms.size]).toEqual([
      0, 1, 0,
    ])
  })
})
