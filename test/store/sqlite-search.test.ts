import { describe, expect, it } from 'vitest'
import { indexQuery } from '../../src/store/sqlite/search.ts'

describe('the query for the index', () => {
  it.each([
    [['内存溢出'], '"内存溢" AND "存溢出"'],
    [['a"bc'], '"""bc"'],
    [['ab"c\\d'], undefined],
    [['ab', 'cde'], '"cde"'],
    [['🚀🚀🚀'], '"🚀🚀🚀"'],
    [['ab', '🚀🚀'], undefined],
  ])('%j', (terms, expected) => {
    expect(indexQuery(terms)).toBe(expected)
  })

  it('stays small for a long term', () => {
    const term = Array.from({ length: 900 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('')
    expect(indexQuery([term])?.split(' AND ').length).toBeLessThanOrEqual(32)
  })
})
