import { expect, it } from 'vitest'
import { continuesComment } from '../../../../src/strategies/coverage/read/continues-comment.ts'

it.each([
  ['// Reads the rows that', '// the export has.', true],
  ['  # One for each file,', '  # also for those without rows', true],
  [' * Where it is open', ' * (on most days).', true],
  ['// Reads the rows.', '// the export has them', false],
  ['// Reads the rows that', '// The export has them.', false],
  ['return rows // that', '// the export has', false],
  ['// rows', '// the export has', false],
  ['// Reads the rows that', 'the export has', false],
])('%j, then %j: %s', (above, line, isRest) => {
  expect(continuesComment(above, line)).toBe(isRest)
})
