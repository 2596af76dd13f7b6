import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addSentReadings,
  beginHistory,
  forgetReadings,
  isRead,
  keepReadings,
  keptCharacters,
  recordReadings,
  remembered,
  rememberedByKey,
  rememberedCharacters,
  sentReadings,
} from '../../src/tokens/remembered.ts'

beforeEach(forgetReadings)

const long = (text: string): string => text.padEnd(300, '.')

describe('remembered', () => {
  it('reads a text once, and again after it was forgotten', () => {
    let reads = 0
    const lengthOf = remembered(text => {
      reads += 1
      return { length: text.length }
    })
    const first = lengthOf(long('a'))
    // Another string of the same characters.
    expect(lengthOf(`${long('a').slice(0, 150)}${long('a').slice(150)}`)).toBe(first)
    expect(reads).toBe(1)
    forgetReadings()
    expect(lengthOf(long('a'))).toEqual(first)
    expect(reads).toBe(2)
  })

  it('keeps short texts for readers that ask for it', () => {
    let reads = 0
    const count = (options?: { readonly minLength: number }) =>
      remembered(text => {
        reads += 1
        return text.length
      }, options)
    const [light, heavy] = [count(), count({ minLength: 0 })]
    for (const read of [light, light, heavy, heavy]) read('short')
    expect(reads).toBe(3)
  })

  it('takes what another thread has read for a reading of its own, for the readers that have a name', () => {
    let reads = 0
    const counted = (text: string) => {
      reads += 1
      return { length: text.length }
    }
    const [named, unnamed] = [remembered(counted, { name: 'of a test' }), remembered(counted)]
    const text = long('sent')
    const recorded = recordReadings(() => void [named(text), unnamed(text)])
    const sent = structuredClone(sentReadings(recorded))
    forgetReadings()
    const texts: typeof recorded = new Map()
    addSentReadings(sent, texts)
    const forget = keepReadings(texts)
    reads = 0
    expect(named(text)).toEqual({ length: text.length })
    expect(reads).toBe(0)
    expect(unnamed(text)).toEqual({ length: text.length })
    expect(reads).toBe(1)
    expect(isRead(text, ['of a test'])).toBe(true)
    expect(isRead(text, ['of another'])).toBe(false)
    forget()
  })

  it('reads a history once that comes again and again, as long as it is remembered at all', () => {
    let reads = 0
    const lengthOf = remembered(text => {
      reads += 1
      return text.length
    })
    const history = (texts: number) => Array.from({ length: texts }, (_, at) => `${at}`.padEnd(99_900, 'x'))
    const whole = Math.floor(keptCharacters / 100_000)
    for (let round = 0; round < 3; round += 1) for (const text of history(whole)) lengthOf(text)
    expect(reads).toBe(whole)
    // What was not asked for since goes first.
    for (const text of history(whole).slice(1)) lengthOf(text)
    lengthOf('new'.padEnd(99_900, 'x'))
    for (const text of history(whole).slice(1)) lengthOf(text)
    expect(reads).toBe(whole + 1)
    lengthOf(history(1)[0] as string)
    expect(reads).toBe(whole + 2)
  })

  it('has room for the paragraphs and sentences of a history, too', () => {
    let reads = 0
    const lengthOf = remembered(
      text => {
        reads += 1
        return text.length
      },
      { minLength: 0 },
    )
    const half = rememberedCharacters / 2
    const texts = Array.from({ length: half / 100 }, (_, at) => `${at}`.padEnd(100, 'x'))
    beginHistory(half)
    for (let round = 0; round < 2; round += 1) for (const text of ['a'.repeat(half), ...texts]) lengthOf(text)
    expect(reads).toBe(texts.length + 1)
  })

  it('keeps what is read of a history only briefly where nothing of it would be known when it comes again', () => {
    let reads = 0
    const lengthOf = remembered(text => {
      reads += 1
      return text.length
    })
    const texts = Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(24_900, 'x'))
    const readAll = (): number => {
      reads = 0
      for (const text of texts) lengthOf(text)
      return reads
    }
    beginHistory(rememberedCharacters + 1)
    expect([readAll(), readAll()]).toEqual([10, 10])
    lengthOf(texts.at(-1) as string)
    expect(reads).toBe(10)
    beginHistory(rememberedCharacters)
    expect([readAll(), readAll()]).toEqual([8, 0])
  })

  it('answers as a fresh reading does, whatever was read before and however much', () => {
    const read = (text: string): string => `${text.length} ${text.slice(0, 40)}`
    const [one, other] = [remembered(read), remembered(text => read(text).toUpperCase())]
    const text = fc
      .tuple(fc.string({ maxLength: 3 }), fc.constantFrom(1, 300, 900_000))
      .map(([start, length]) => start.padEnd(length, 'x'))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), texts => {
        for (const each of texts) {
          expect(one(each)).toBe(read(each))
          expect(other(each)).toBe(read(each).toUpperCase())
        }
      }),
      { numRuns: 50 },
    )
  })

  it('keeps a bounded number of characters', () => {
    let reads = 0
    const read = remembered(text => {
      reads += 1
      return text.length
    })
    const texts = Array.from({ length: 12 }, (_, at) => `${at}`.padEnd(keptCharacters / 10, 'x'))
    for (const text of texts) read(text)
    expect(reads).toBe(12)
    read(texts.at(-1) as string)
    expect(reads).toBe(12)
    read(texts[0] as string)
    expect(reads).toBe(13)
  })

  it('knows readings of one text by what they depend on beside it', () => {
    const once = rememberedByKey<string>()
    const read = (text: string, key: string): string =>
      once(
        text,
        () => key,
        () => `${text.length} ${key}`,
      )
    expect([read(long('a'), 'x'), read(long('a'), 'y'), read(long('a'), 'x')]).toEqual([
      '300 x',
      '300 y',
      '300 x',
    ])
  })
})
