import { expect, it } from 'vitest'
import {
  hasReasonWords,
  knowsEnough,
  opensReport,
} from '../../../../src/strategies/coverage/facts/line-forms.ts'

it.each([
  ['I kept the lock because two writers race.', true],
  ['This way the newest entry wins.', true],
  ['Der Test schlägt fehl, weil die Datei fehlt.', true],
  ['The issue was a stale cache.', true],
  ['I ran the tests.', false],
])('tells whether %s says why', (text, isReason) => {
  expect(hasReasonWords(text)).toBe(isReason)
})

it.each([
  ['Now I have all I need. Here is the report:', true],
  ['Based on my reading, the parser is at fault.', true],
  ['Now update the changelog, then commit and push.', false],
  ['Now run it in both terminals:', false],
])('tells whether %s opens a report', (text, isOpening) => {
  expect(opensReport(text)).toBe(isOpening)
})

it.each([
  ['Now I have the full picture.', true],
  ['Good, I have everything I need.', true],
  ['Now I have a clear understanding of the parser.', true],
  ['I understand the bug and the code.', true],
  ['I have the information that the server is down.', false],
  ['Now I understand why the build fails.', false],
  ['I have a failing test.', false],
])('tells whether %s says no more than that the agent knows enough', (text, isEnough) => {
  expect(knowsEnough(text)).toBe(isEnough)
})
