import { describe, expect, it, vi } from 'vitest'
import { closestPassage, searchOriginals } from '../../src/store/search-originals.ts'
import { searchQuery, searchWords } from '../../src/store/search-query.ts'

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
    expect(closestPassage(text, searchWords(terms))).toMatchObject({ position: expect.any(Number) })
    expect(closestPassage(text, searchQuery('a d'))).toBeUndefined()
  })

  it.each([
    ['a quoted term in text without line breaks', '"a" or b or ', '"a" b'],
    ['a term that has other forms in lines', '"a" or\nb or ', '"a" b'],
  ])('looks at a text as often, however long it is: %s', (_, piece, query) => {
    const looked = (times: number): number => {
      const text = piece.repeat(times)
      return charactersLookedAt(() =>
        searchOriginals([{ hash: '0', size: text.length, text }], searchQuery(query)),
      )
    }
    expect(looked(800) / looked(100)).toBeLessThan(10)
  })

  it('counts a term once that occurs in its own escaped form', () => {
    const texts = ['\\ or \\', '\\\\ or c']
    const candidates = texts.map((text, index) => ({ hash: String(index), size: text.length, text }))
    expect(searchOriginals(candidates, searchQuery('\\')).map(({ hash }) => hash)).toEqual(['0', '1'])
  })

  it('reads on while it has not', () => {
    const count = { read: 0 }
    expect(searchOriginals(endless(filler, count), searchQuery('absent', { limit: 3 }))).toEqual([])
    expect(count.read).toBe(30)
  })
})

/** By all searches for a text in a text. */
function charactersLookedAt(work: () => unknown): number {
  const { indexOf } = String.prototype
  let looked = 0
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
    this: string,
    wanted,
    from = 0,
  ) {
    const at = Reflect.apply(indexOf, this, [wanted, from])
    looked += (at < 0 ? this.length : at) - from
    return at
  })
  try {
    work()
  } finally {
    spy.mockRestore()
  }
  return looked
}
