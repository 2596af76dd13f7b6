/** The titles of the current tasks. */
import type { Row } from '../../../ledger/ledger.ts'

export interface TaskTitles {
  readonly open: readonly string[]
  readonly settled: readonly string[]
}

export const noTasks: TaskTitles = { open: [], settled: [] }

/** Only this many of the newest tasks are read. */
const maxTasks = 100

export function taskTitles(rows: readonly Row[]): TaskTitles {
  const tasks = rows
    .filter(
      ({ section, state, supersededBy }) =>
        section === 'tasks' && state !== 'hidden' && supersededBy === undefined,
    )
    .slice(-maxTasks)
  const titlesOf = (isSettled: boolean): readonly string[] =>
    tasks.flatMap(({ state, value }) =>
      (state === 'done' || state === 'cancelled') === isSettled ? [value] : [],
    )
  return { open: titlesOf(false), settled: titlesOf(true) }
}
