/** A session in which a file and two commands are shown more than once, written for these tests. */
import type { Message } from '../src/types.ts'
import { said, step } from './strategies/partition/session.ts'

export const file: readonly string[] = Array.from({ length: 60 }, (_, at) =>
  at % 10 === 0
    ? `export function total${at}(order: Order): number {`
    : at % 10 === 9
      ? '}'
      : `  const part${at} = order.lines[${at}].amount * ${at + 3} - order.discount${at}`,
)
export const changedFile: readonly string[] = file
  .with(13, '  const part13 = 0')
  .toSpliced(35, 1, '  const part35 = round(1.5)', '  const extra = 2')

export const stats = (total: number): string =>
  [
    ...Array.from({ length: 40 }, (_, at) => `worker ${at}: ${(at * 37) % 91} jobs, last JOB-${1000 + at}`),
    `total: ${total} jobs`,
  ].join('\n')

export const testRun = (isFailing: boolean): string =>
  [
    ...Array.from({ length: 30 }, (_, at) =>
      isFailing && at === 7
        ? ' ❯ test/part-7.test.ts (5 tests | 1 failed) 27ms'
        : ` ✓ test/part-${at}.test.ts (5 tests) ${20 + at}ms`,
    ),
    ...(isFailing ? ['   × tax > rounds half up 6ms', '     → expected 19.5 to be 20'] : []),
    ` Test Files  ${isFailing ? '1 failed | 29 passed' : '30 passed'} (30)`,
  ].join('\n')

export const numbered = (lines: readonly string[]): string =>
  lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n')

const read = (id: string, lines: readonly string[]): readonly Message[] =>
  step(id, { name: 'Read', args: { file_path: '/app/src/total.ts' }, result: numbered(lines) })
const run = (id: string, command: string, result: string): readonly Message[] =>
  step(id, { name: 'Bash', args: { command }, result })

/** Messages 2, 4, 6 … hold the answers. */
export const shownAgainSession: readonly Message[] = [
  said('user', 'Make the tests pass.'),
  ...read('read_1', file),
  ...run('stats_1', 'worker-stats', stats(2711)),
  ...run('test_1', 'npm test', testRun(true)),
  ...read('read_2', file),
  ...step('edit_1', {
    name: 'Edit',
    args: { file_path: '/app/src/total.ts', old_string: file[13], new_string: changedFile[13] },
    result: 'The file has been updated.',
  }),
  ...read('read_3', changedFile),
  ...run('stats_2', 'worker-stats', stats(2754)),
  ...run('test_2', 'npm test', testRun(false)),
  ...read('read_4', changedFile),
  said('user', 'What is left?'),
]
