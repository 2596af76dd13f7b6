import { describe, expect, it } from 'vitest'
import { closestPassage, searchOriginals } from '../../src/store/search-originals.ts'
import { searchQuery } from '../../src/store/search-query.ts'

describe('searching originals', () => {
  const filler = `needle ${'hay '.repeat(1 << 18)}`

  function* endless(text: string, count: { read: number }) {
    for (; count.read < 30; count.read += 1) yield { hash: String(count.read), size: text.length, text }
  }

  it('stops reading once it has enough, where a word is everywhere', () => {
    const count = { read: 0 }
    expect(searchOriginals(endless(filler, count), searchQuery('needle', { limit: 3 }))).toHaveLength(3)
    expect(count.read).toBeLessThan(20)
  })

  it('compares a bounded number of passages', () => {
    const text = `${'a b '.repeat(1 << 20)}c`
    const terms = Array.from({ length: 200 }, (_, index) =>
      index < 199 ? 'ab'.slice(index % 2, (index % 2) + 1) : 'c',
    )
    expect(closestPassage(text, terms)).toMatchObject({ position: expect.any(Number) })
    expect(closestPassage(text, ['a', 'd'])).toBeUndefined()
  })

  it('reads on while it has not', () => {
    const count = { read: 0 }
    expect(searchOriginals(endless(filler, count), searchQuery('absent', { limit: 3 }))).toEqual([])
    expect(count.read).toBe(30)
  })
})
