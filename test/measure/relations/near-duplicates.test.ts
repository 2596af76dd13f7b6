import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { NearDuplicate } from '../../../src/measure/relations/near-duplicates.ts'

const comparisons = vi.hoisted(() => ({ count: 0 }))

vi.mock('../../../src/measure/relations/line-bags.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../../src/measure/relations/line-bags.ts')>()
  return {
    ...original,
    bagSimilarity: (...bags: Parameters<typeof original.bagSimilarity>) => {
      comparisons.count += 1
      return original.bagSimilarity(...bags)
    },
  }
})

// Read anew: another file of the same worker may have read it without the count.
const counted: string = '../../../src/measure/relations/near-duplicates.ts?counted'
const { nearDuplicates }: typeof import('../../../src/measure/relations/near-duplicates.ts') = await import(
  counted
)

beforeEach(() => {
  comparisons.count = 0
})

/** `lines(3, 'a')` is `line a0`, `line a1`, `line a2`. */
function lines(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `line ${name}${index}`)
}

/** The first `shared` lines of `from`, then own lines up to the same number. */
function variant(from: readonly string[], shared: number, name: string): string {
  return [...from.slice(0, shared), ...lines(from.length - shared, name)].join('\n')
}

/** The definition, by counting. */
function lineJaccard(one: string, other: string): number {
  const bag = (text: string) =>
    text
      .split('\n')
      .map(line => line.trim().toLowerCase())
      .filter(line => line !== '')
  const rest = bag(other)
  const all = rest.length
  let shared = 0
  for (const line of bag(one)) {
    const at = rest.indexOf(line)
    if (at < 0) continue
    rest.splice(at, 1)
    shared += 1
  }
  return shared / (bag(one).length + all - shared)
}

describe('nearDuplicates', () => {
  const original = lines(40, 'x')

  it('finds an overlap of 90 % and says how near it is (C23)', () => {
    const [found, ...others] = nearDuplicates([variant(original, 38, 'y'), original.join('\n')])
    expect(others).toEqual([])
    expect(found).toMatchObject({ index: 0, of: 1 })
    expect(found?.similarity).toBeCloseTo(38 / 42)
    expect(found?.similarity).toBeGreaterThanOrEqual(0.85)
    expect(found?.similarity).toBeLessThan(1)
  })

  it('misses an overlap of 70 % at 0.85, and finds it at 0.5 (C23)', () => {
    const texts = [variant(original, 28, 'y'), original.join('\n')]
    expect(nearDuplicates(texts)).toEqual([])
    expect(nearDuplicates(texts, 0.5)).toEqual([{ index: 0, of: 1, similarity: 28 / 52 }])
  })

  it('reports the similarity to the text that stays, and joins no chain of small differences (C23)', () => {
    const a = original
    const b = [...a.slice(0, 37), ...lines(3, 'b')]
    const c = [...b.slice(3), ...lines(3, 'c')]
    const texts = [a, b, c].map(text => text.join('\n'))
    expect(lineJaccard(texts[0] ?? '', texts[2] ?? '')).toBeLessThan(0.85)
    expect(nearDuplicates(texts)).toEqual([{ index: 1, of: 2, similarity: 37 / 43 }])
  })

  it('keeps the latest of three copies and refers the other two to it (C22)', () => {
    const text = original.join('\n')
    expect(nearDuplicates([text, 'other\ntext', text, text])).toEqual([
      { index: 0, of: 3, similarity: 1 },
      { index: 2, of: 3, similarity: 1 },
    ])
  })

  it('keeps the first copy inside a recency window, else the latest before it (C22)', () => {
    const text = original.join('\n')
    const other = lines(20, 'o').join('\n')
    const pairsOf = (found: readonly NearDuplicate[]) => found.map(({ index, of }) => [index, of])
    expect(pairsOf(nearDuplicates([text, text, text, text], 0.85, 2))).toEqual([
      [0, 2],
      [1, 2],
      [3, 2],
    ])
    expect(pairsOf(nearDuplicates([text, other, text, other, 'a\nb'], 0.85, 4))).toEqual([
      [0, 2],
      [1, 3],
    ])
    expect(pairsOf(nearDuplicates([text, text, text], 0.85, 0))).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  it('sees code and JSON as it sees prose (C22)', () => {
    const code = lines(30, 'x').map(line => `  const ${line.replace(' ', '_')} = { "a": [1] };`)
    expect(nearDuplicates([variant(code, 29, 'y'), code.join('\n')])).toHaveLength(1)
  })

  it('ignores indentation, case, blank lines, line endings and order', () => {
    const changed = ['', ...original.map(line => `\t${line.toUpperCase()}\r`).reverse(), '  ']
    expect(nearDuplicates([changed.join('\n'), original.join('\n')])).toEqual([
      { index: 0, of: 1, similarity: 1 },
    ])
  })

  it('counts a repeated line as often as it is repeated', () => {
    const once = [...lines(9, 'x'), 'again'].join('\n')
    const tenTimes = [...lines(9, 'x'), ...Array.from({ length: 10 }, () => 'again')].join('\n')
    expect(nearDuplicates([once, tenTimes])).toEqual([])
    expect(nearDuplicates([tenTimes, tenTimes])).toEqual([{ index: 0, of: 1, similarity: 1 }])
  })

  it('leaves out single lines, absent texts, and texts of very different length', () => {
    const long = [...lines(30, 'x'), 'z'.repeat(4000)].join('\n')
    expect(nearDuplicates(['one line', 'one line', undefined, undefined, '', '\n\n'])).toEqual([])
    expect(nearDuplicates([lines(30, 'x').join('\n'), long])).toEqual([])
    expect(lineJaccard(lines(30, 'x').join('\n'), long)).toBeGreaterThan(0.85)
  })

  it('finds what comparing with every text that stays would find', () => {
    const texts = Array.from({ length: 240 }, (_, index) => {
      const size = 6 + ((index * 7) % 60)
      const family = lines(size, `f${index % 40}-`)
      // Each member of a family changes another line or two, or appends one.
      const changed = family.map((line, at) => (at % 29 === index % 31 ? `${line} changed ${index}` : line))
      return [...changed, ...(index % 3 === 0 ? [`tail ${index}`] : [])].join('\n')
    })
    const staying: number[] = []
    const expected: { index: number; similarity: number }[] = []
    for (let index = texts.length - 1; index >= 0; index -= 1) {
      const text = texts[index] ?? ''
      const similarities = staying
        .filter(other => {
          const length = texts[other]?.length ?? 0
          return Math.min(length, text.length) >= 0.7 * Math.max(length, text.length)
        })
        .map(other => lineJaccard(text, texts[other] ?? ''))
      const best = Math.max(0, ...similarities)
      if (best >= 0.85) expected.unshift({ index, similarity: best })
      else staying.push(index)
    }
    expect(expected.length).toBeGreaterThan(20)
    expect(nearDuplicates(texts).map(({ index, similarity }) => ({ index, similarity }))).toEqual(expected)
  })

  it('compares few texts where thousands share a header (D25)', () => {
    const header = ['$ npm test', '> shop@1.0.0 test', '> vitest run', '', ' RUN  v3', ' ✓ setup']
    const run = (index: number) => [...header, ...lines(8, `run ${index} `)].join('\n')
    const perText = (count: number) => {
      comparisons.count = 0
      expect(nearDuplicates(Array.from({ length: count }, (_, index) => run(index)))).toEqual([])
      return comparisons.count / count
    }
    expect(perText(1000)).toBeLessThanOrEqual(8)
    expect(perText(4000)).toBeLessThanOrEqual(8)
  })

  it('still finds the few pairs among thousands that share most of their lines (D25)', () => {
    const header = lines(30, 'header')
    const texts = Array.from({ length: 2000 }, (_, index) =>
      [...header, ...lines(10, `own ${index < 1900 ? index : index - 1900} `), `seen ${index}`].join('\n'),
    )
    const found = nearDuplicates(texts)
    expect(found.map(({ index, of }) => of - index)).toEqual(Array.from({ length: 100 }, () => 1900))
    expect(comparisons.count).toBeLessThanOrEqual(8 * texts.length)
  })

  it('compares thousands of copies once each (D25)', () => {
    const text = original.join('\n')
    expect(nearDuplicates(Array.from({ length: 4000 }, () => text))).toHaveLength(3999)
    expect(comparisons.count).toBe(3999)
  })

  it('keeps its promises for any texts', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'A ', '', 'e f'), { maxLength: 12 })
      .map(all => all.join('\n'))
    fc.assert(
      fc.property(
        fc.array(fc.option(text, { nil: undefined }), { maxLength: 30 }),
        fc.constantFrom(0.5, 0.7, 0.85, 1),
        fc.nat(30),
        (texts, threshold, keepFirstFrom) => {
          const found = nearDuplicates(texts, threshold, keepFirstFrom)
          expect(nearDuplicates(texts, threshold, keepFirstFrom)).toEqual(found)
          const given = new Set(found.map(({ index }) => index))
          expect(given.size).toBe(found.length)
          for (const { index, of, similarity } of found) {
            expect(given.has(of)).toBe(false)
            expect(similarity).toBeGreaterThanOrEqual(threshold)
            expect(similarity).toBeCloseTo(lineJaccard(texts[index] ?? '', texts[of] ?? ''), 12)
          }
        },
      ),
    )
  })
})
