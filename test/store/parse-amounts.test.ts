import { describe, expect, it } from 'vitest'
import { parseDuration, parseSize } from '../../src/store/parse-amounts.ts'

describe('durations', () => {
  it.each([
    ['30d', 30 * 86_400_000],
    ['12h', 12 * 3_600_000],
    ['1.5h', 5_400_000],
    ['90M', 5_400_000],
    ['45s', 45_000],
    [' 2w ', 14 * 86_400_000],
    ['0d', 0],
  ])('%s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds)
  })

  it.each(['', '30', 'd', '-1d', '30 days', '1e3d', '1d2h', 'NaNd', '∞d'])('refuses %j', text => {
    expect(() => parseDuration(text, '--max-age')).toThrow(/^--max-age is .*such as 30d or 12h/)
  })
})

describe('sizes', () => {
  it.each([
    ['2GB', 2e9],
    ['500mb', 5e8],
    ['1.5 GiB', 1.5 * 2 ** 30],
    ['64KiB', 65_536],
    ['10B', 10],
    ['0b', 0],
  ])('%s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes)
  })

  it.each(['', '2', 'GB', '-2GB', '2 G', '2GB!', 'ib', '2ib'])('refuses %j', text => {
    expect(() => parseSize(text, '--max-size')).toThrow(/^--max-size is .*such as 500MB or 2GB/)
  })
})
