import { expect, it } from 'vitest'
import { hasReasonWords } from '../../../../src/strategies/coverage/facts/line-forms.ts'

it.each([
  ['I kept the lock because two writers race.', true],
  ['This way the newest entry wins.', true],
  ['Der Test schlägt fehl, weil die Datei fehlt.', true],
  ['The issue was a stale cache.', true],
  ['I ran the tests.', false],
])('tells whether %s says why', (text, isReason) => {
  expect(hasReasonWords(text)).toBe(isReason)
})
