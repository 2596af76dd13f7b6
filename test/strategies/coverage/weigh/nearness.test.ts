import { describe, expect, it } from 'vitest'
import type { Lists } from '../../../../src/measure/entity-index.ts'
import { nearness } from '../../../../src/strategies/coverage/weigh/nearness.ts'

/** One list of terms for each piece. */
function lists(pieces: readonly (readonly number[])[]): Lists {
  const starts = [0]
  for (const terms of pieces) starts.push((starts.at(-1) as number) + terms.length)
  return { values: Int32Array.from(pieces.flat()), starts: Int32Array.from(starts) }
}

const nearTo = (
  focused: readonly number[],
  pieces: readonly (readonly number[])[],
  sections: readonly number[] = pieces.map((_, piece) => piece),
): readonly number[] => [...nearness(lists(pieces), sections, new Set(focused))]

describe('nearness', () => {
  it('is greatest where the focus is spoken of, and fades on both sides alike', () => {
    const near = nearTo([7], [[1], [2], [3], [7], [4], [5], [6]])
    expect(near[3]).toBe(1)
    expect(near).toEqual(near.toReversed())
    expect(near.slice(0, 4)).toEqual(near.slice(0, 4).toSorted((one, other) => one - other))
    expect(near[0]).toBeGreaterThan(0)
  })

  it('is half as great two sections away, before it is squared', () => {
    const near = nearTo([7], [[7], [1], [2]])
    expect(near[2]).toBeCloseTo(0.25)
  })

  it('is that of the whole section for each of its pieces', () => {
    const near = nearTo([7], [[1], [7], [2], [3]], [0, 0, 0, 1])
    expect(near.slice(0, 3)).toEqual([1, 1, 1])
    expect(near[3]).toBeLessThan(1)
  })

  it('goes by what is rare', () => {
    const common = [7]
    const near = nearTo([7, 8], [common, common, common, common, [8], [1], [1], [1], [1], common])
    expect(near.indexOf(1)).toBe(4)
  })

  it('counts a term of a section once', () => {
    const often = nearTo([7, 8], [[7, 7, 7], [1], [1], [1], [1], [1], [1], [8]])
    expect(often[0]).toBeCloseTo(often[7] as number)
  })

  it('is nothing where nobody speaks of the focus, or where there is none', () => {
    expect(nearTo([9], [[1], [2]])).toEqual([0, 0])
    expect(nearTo([], [[1], [2]])).toEqual([0, 0])
    expect(nearTo([1], [])).toEqual([])
  })
})
