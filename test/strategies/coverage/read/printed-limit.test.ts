import { expect, it } from 'vitest'
import { printedLimit } from '../../../../src/strategies/coverage/read/printed-limit.ts'

const lines = (count: number): string => 'a line of it\n'.repeat(count)

it.each([
  ['git diff | head -20', lines(20), 'only the first 20 printed'],
  ['cd /w && git log | head -n 20', lines(20), 'only the first 20 printed'],
  ['make 2>&1 | tail -n5', lines(5), 'only the last 5 printed'],
  ['head -8 notes.md', lines(8), 'only the first 8 printed'],
  ['ls | head', lines(10), 'only the first 10 printed'],
  // All of it was printed.
  ['git diff | head -20', lines(19), ''],
  ['head -c 200 notes.md', lines(10), ''],
  ['git diff | head -20 | wc -l', lines(20), ''],
  ['git log --head 5', lines(5), ''],
])('reads how many lines %j prints at most', (command, result, said) => {
  expect(printedLimit(command, result)).toBe(said)
})
