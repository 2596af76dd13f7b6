/** A command as an item of a list: how it ended, how often it was run, and the line that sums it up. */
import { quotedCommand, unquotedCommand } from '../../../ledger/markdown/line-text.ts'
import type { Outcome } from '../../../scan/actions/action.ts'
import type { ObservedCommand } from '../observation.ts'

/** `` `npm test` → exit 1, 3 times: Tests 2 failed | 21 passed (23) `` */
export function commandLine({ command, outcome, exitCode, times, printed }: ObservedCommand): string {
  const ending =
    outcome === 'unknown'
      ? 'ran'
      : outcome !== 'failed' || exitCode === undefined
        ? outcome
        : `exit ${exitCode}`
  const often = times === undefined ? '' : `, ${times} times`
  return `${quotedCommand(command)} → ${ending}${often}${printed === undefined ? '' : `: ${printed}`}`
}

const ending =
  /^ → (?:(ok|finished|failed|rejected|ran)|exit (-?\d{1,10}))(?:, (\d{1,9}) times)?(?:: (.*))?$/s

/** `undefined` where a line is no command with its end. */
export function parseCommand(line: string): ObservedCommand | undefined {
  const read = unquotedCommand(line)
  const found = read === undefined ? null : ending.exec(line.slice(read.end))
  if (read === undefined || found === null) return undefined
  const [, word, exitCode, times, printed] = found
  return {
    command: read.name,
    outcome: word === 'ran' ? 'unknown' : word === undefined ? 'failed' : (word as Outcome),
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
    ...(times === undefined ? {} : { times: Number(times) }),
    ...(printed === undefined ? {} : { printed }),
  }
}
