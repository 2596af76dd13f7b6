import { expect, it } from 'vitest'
import { draftLength } from '../../../../src/strategies/coverage/mark/draft-length.ts'

it.each([
  ['headings', ['It is continued.', 'Analysis:', '1. It was asked.', 'Summary:', '1. Request: it'], 4],
  ['tags', ['<analysis>', 'It was asked.', '</analysis>', '<summary>', 'Request: it', '</summary>'], 4],
  ['no draft', ['It is continued.', 'Summary:', '1. Request: it'], 0],
  ['only a draft', ['Analysis:', '1. It was asked.', 'Summary:'], 0],
])('knows what comes before the summary itself: %s', (_, lines, length) => {
  expect(draftLength(lines)).toBe(length)
})
