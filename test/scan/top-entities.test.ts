import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entities } from '../../src/scan/entities.ts'
import { entityCount, topEntities } from '../../src/scan/top-entities.ts'
import { anyText } from './any-text.ts'

const chatter =
  'the people in the room talked about many things and then went home again without any hurry at all. '
const chatterOf = (length: number): string =>
  chatter.repeat(Math.ceil(length / chatter.length)).slice(0, length)

describe('topEntities', () => {
  it('C11: names at most 3 for about 680 characters', () => {
    const text = `${chatterOf(560)} We asked Ada, Bob, Eve, Ivan about fetchData, HO-231, #142, src/a.ts and 500 MB of npm data.`
    expect(text.length).toBeGreaterThan(640)
    expect(text.length).toBeLessThan(700)
    expect(topEntities(text)).toHaveLength(3)
  })

  it('C11: names 4 to 15 for about 2.7 kB', () => {
    const ids = Array.from({ length: 30 }, (_, at) => `we saw node-${at + 100} and loadItem${at} fail`).join(
      '. ',
    )
    const text = `${ids}. ${chatterOf(2700 - ids.length)}`
    expect(topEntities(text)).toHaveLength(14)
  })

  it.each([
    [0, 3],
    [500, 3],
    [900, 5],
    [2700, 14],
    [100_000, 15],
  ])('C11: a text of %i characters has room for %i', (length, count) => {
    expect(entityCount(length)).toBe(count)
  })

  it('C11: leaves sentence starters out', () => {
    const text =
      'The end is near. However, this is fine. When it rains, we stay. Because of that, Berlin waits.'
    expect(topEntities(text)).toEqual(['Berlin'])
  })

  it('puts ids, paths, numbers and errors before names, and names before abbreviations', () => {
    const text = 'over ssh we saw that Ada Lovelace had found a TypeError in src/a.ts, and 88123 as HO-231'
    expect(topEntities(text, 10)).toEqual(['TypeError', 'src/a.ts', '88123', 'HO-231', 'Ada Lovelace', 'ssh'])
  })

  it('puts rare ones before common ones of the same rank', () => {
    const text = 'so fetchData calls fetchData, and fetchData calls loadItem once'
    expect(topEntities(text, 5)).toEqual(['loadItem', 'fetchData'])
  })

  it('lets no kind crowd out the others', () => {
    const numbers = Array.from({ length: 40 }, (_, at) => `${1000 + at}`).join(' and ')
    const top = topEntities(`${numbers}, which is in src/a.ts, said fetchData`, 5)
    expect(top).toContain('src/a.ts')
    expect(top).toContain('fetchData')
    expect(top).toHaveLength(5)
  })

  it('gives each kind its turn before any gets a second one, the smallest first', () => {
    const names = Array.from({ length: 20 }, (_, at) => `loadItem${at}`).join(' and ')
    const text = `${names}, on 2026-03-01 at https://example.com/status and https://example.com/health, see #142`
    expect(new Set(topEntities(text, 4))).toEqual(
      new Set(['2026-03-01', '#142', 'https://example.com/status', 'loadItem0']),
    )
  })

  it('names nothing that is said already', () => {
    const text = 'the job redis-prod-001 failed on 2026-03-01 with a TypeError in src/a.ts'
    const said = 'redis-prod-001 failed with a TypeError'
    expect(topEntities(text, 3, entities(text), said)).toEqual(['2026-03-01', 'src/a.ts'])
  })

  it('names what a text denies as one more kind, unless it is said already', () => {
    const text = 'Open src/a.ts and run fetchData. Do not delete the cache, there is no backup.'
    expect(topEntities(text, 4)).toEqual(['src/a.ts', 'fetchData', 'not delete the cache', 'no backup'])
    expect(topEntities(text, 4, entities(text), 'Do not delete the cache')).toEqual([
      'src/a.ts',
      'fetchData',
      'no backup',
    ])
  })

  it('names each one once, as it is in the text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, count) => {
        const top = topEntities(text, count)
        expect(top.length).toBeLessThanOrEqual(count)
        expect(new Set(top).size).toBe(top.length)
        expect(top.every(name => text.includes(name))).toBe(true)
        expect(topEntities(text, count, entities(text))).toEqual(top)
      }),
    )
  })
})
