import { expect, it } from 'vitest'
import { searchAlternatives } from '../../../src/scan/actions/search-alternatives.ts'

it.each<[string, readonly string[]]>([
  ['Total|func.*sum\\(', ['total', 'func']],
  ['space preview\\|q quit', ['space preview', 'q quit']],
  ['\\bfares\\b|places', ['fares', 'places']],
  ['fares', []],
  ['fares|fares', []],
  ['a|b', []],
  [Array.from({ length: 30 }, (_, at) => `name${at}`).join('|'), []],
])('finds the alternatives of %j', (query, alternatives) => {
  expect(searchAlternatives(query)).toEqual(alternatives)
})
