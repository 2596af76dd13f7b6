import { describe, expect, it } from 'vitest'
import { isDemand } from '../../../src/scan/signals/demands.ts'

describe('a sentence binds', () => {
  it.each([
    'Never push to main.',
    "Don't use npm here.",
    'Use tabs instead of spaces.',
    "I don't want a new dependency.",
    'We no longer support Node 18, so remove it.',
    'It is only allowed in tests, never in production.',
    '不要改动 lexer。',
  ])('where it demands: %s', sentence => expect(isDemand(sentence)).toBe(true))

  it.each([
    'Must it be fast?',
    '# Requirements must hold',
    "I don't think that is the solution.",
    'There is only one file left.',
    'It only works for one agent.',
    'The file no longer exists.',
    'lexer_test.go:80: the commit should not have a trailer',
    'TypeError: it must be a string',
    'Any help is always appreciated.',
  ])('not where it tells, asks or was printed: %s', sentence => expect(isDemand(sentence)).toBe(false))
})
