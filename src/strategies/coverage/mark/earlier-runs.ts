/** Commands that ran again later: only the result of the latest run is current. */
import { argumentsOf } from '../../../scan/actions/call-arguments.ts'
import { commandOf, directoryOf } from '../../../scan/actions/call-command.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import type { ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import type { Section } from '../read/candidate.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { shortCommand } from '../read/short-command.ts'
import { resultVerdict } from './result-verdict.ts'

export interface CommandRun {
  /** As it was written. */
  readonly command: string
  /** The same for every run of the command, however much of its output is shown. */
  readonly key: string
  /** The candidate that names it. */
  readonly line: number
  readonly message: number
  readonly outcome: string
  readonly isCheck: boolean
  readonly hasFailed: boolean
}

interface EarlierRun {
  readonly run: CommandRun
  /** The latest run of the command. */
  readonly latest: CommandRun
  /** A later run says as much: it had the same outcome, or this one succeeded and is outdated. */
  readonly isReplaced: boolean
  /** It failed and the latest run did not; for checks, the head says so. */
  readonly isFixed: boolean
}

/** `runs`: the finished ones, in order. */
export function earlierRuns(runs: readonly CommandRun[]): readonly EarlierRun[] {
  const known = new Map<string, { readonly latest: CommandRun; readonly outcomes: Set<string> }>()
  const earlier: EarlierRun[] = []
  for (const run of runs.toReversed()) {
    const { command, key, outcome, isCheck, hasFailed } = run
    const later = known.get(key)
    if (later === undefined) {
      known.set(key, { latest: run, outcomes: new Set([outcome]) })
      continue
    }
    const { latest, outcomes } = later
    const isReplaced = !hasFailed || outcomes.has(outcome)
    // A run with another pipe is no proof: `make | tail` never fails.
    const isFixed = !isReplaced && !isCheck && !latest.hasFailed && latest.command === command
    earlier.push({ run, latest, isReplaced, isFixed })
    outcomes.add(outcome)
  }
  return earlier
}

/** A command that has finished; `undefined` for other calls. */
export function commandRunOf(
  call: ToolCallBlock,
  result: ToolResultBlock | undefined,
  named: Pick<CommandRun, 'line' | 'message' | 'outcome' | 'isCheck'>,
): CommandRun | undefined {
  const command = commandOf(call)
  if (command === undefined || result === undefined) return undefined
  const { outcome } = outcomeOf(result)
  if (outcome === 'rejected' || outcome === 'unknown') return undefined
  return {
    ...named,
    command,
    key: `${directoryOf(argumentsOf(call)) ?? ''}\n${shortCommand(command, '')}`,
    hasFailed: outcome === 'failed' || (named.isCheck && resultVerdict(result.text) === 'failed'),
  }
}

/**
 * Hides a run that says no more than a later one; a failed run names the run that did not fail. `numbers` are those that
 * messages are shown with.
 */
export function markEarlierRuns(
  runs: readonly CommandRun[],
  candidates: CandidateColumns,
  sections: Section[],
  numbers: readonly number[],
): void {
  for (const { run, latest, isReplaced, isFixed } of earlierRuns(runs)) {
    const { line } = run
    if (isReplaced) candidates.setUninformative(line)
    if (!isFixed) continue
    const note = ` (#${numbers[latest.message]} ran without it)`
    const at = candidates.sections[line] as number
    const section = sections[at] as Section
    candidates.texts[line] += note
    if (section.outcome !== undefined) sections[at] = { ...section, outcome: section.outcome + note }
  }
}
