import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsForMost } from '../../src/scan/holds-for-most.ts'

const isLong = (line: string): boolean => line.length > 2

describe('holdsForMost', () => {
  it('says what counting all lines would say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 5 })),
        fc.double({ min: 0, max: 1.2, noNaN: true }),
        (lines, share) => {
          const needed = lines.length * share
          expect(holdsForMost(lines, needed, isLong)).toBe(lines.filter(isLong).length >= needed)
        },
      ),
    )
  })

  it('asks no more once it is decided', () => {
    const asked: string[] = []
    const isWanted = (line: string): boolean => {
      asked.push(line)
      return line === 'a'
    }
    expect(holdsForMost(['b', 'b', 'b', 'a', 'a'], 3, isWanted)).toBe(false)
    expect(asked).toEqual(['b', 'b', 'b'])
    asked.length = 0
    expect(holdsForMost(['a', 'a', 'b', 'b'], 2, isWanted)).toBe(true)
    expect(asked).toEqual(['a', 'a'])
  })
})
