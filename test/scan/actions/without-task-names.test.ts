import { expect, it } from 'vitest'
import { withoutTaskNames } from '../../../src/scan/actions/without-task-names.ts'

it('lines that a task printed are without its name, and those of the runner stay', () => {
  const printed = [
    '[lint:go] $ golangci-lint run',
    '[lint:go] a.go:3:1: unused (unused)',
    '[INFO] of the linter',
    '[lint:go] ERROR task failed',
  ]
  expect(withoutTaskNames(printed)).toEqual(printed.with(1, 'a.go:3:1: unused (unused)'))
  const others = ['[main 1a2b3c4] Mend it', '[INFO] BUILD SUCCESS']
  expect(withoutTaskNames(others)).toBe(others)
})
