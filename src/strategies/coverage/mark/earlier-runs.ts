/** Commands that ran again later: only the result of the latest run is current. */
import { argumentsOf } from '../../../scan/actions/call-arguments.ts'
import { commandOf, directoryOf } from '../../../scan/actions/call-command.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { checkKind } from '../../../scan/actions/shell/check-kind.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
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
  /** A check whose output says so. */
  readonly hasPassed: boolean
}

interface EarlierRun {
  readonly run: CommandRun
  /** The latest run of the command. */
  readonly latest: CommandRun
  /** A later run says as much: it had the same outcome, or this one succeeded and is outdated. */
  readonly isReplaced: boolean
  /** It failed and the latest run did not; for checks, see `passed`. */
  readonly isFixed: boolean
  /** The next run in which a check that failed passed. */
  readonly passed: CommandRun | undefined
}

interface LaterRuns {
  readonly latest: CommandRun
  readonly outcomes: Set<string>
  /** The first of them that did not fail, if any. */
  good: CommandRun | undefined
}

/** `runs`: the finished ones, in order. */
export function earlierRuns(runs: readonly CommandRun[]): readonly EarlierRun[] {
  const known = new Map<string, LaterRuns>()
  const earlier: EarlierRun[] = []
  for (const run of runs.toReversed()) {
    const { command, key, outcome, isCheck, hasFailed } = run
    const later = known.get(key)
    if (later === undefined) {
      known.set(key, { latest: run, outcomes: new Set([outcome]), good: hasFailed ? undefined : run })
      continue
    }
    const { latest, outcomes, good } = later
    const isReplaced = !hasFailed || outcomes.has(outcome)
    // A run with another pipe is no proof: `make | tail` never fails.
    const isFixed = !isReplaced && !isCheck && !latest.hasFailed && latest.command === command
    const isProof = good !== undefined && (good.hasPassed || good.command === command)
    const passed = isCheck && hasFailed && isProof ? good : undefined
    earlier.push({ run, latest, isReplaced, isFixed, passed })
    outcomes.add(outcome)
    if (!hasFailed) later.good = run
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
  const verdict = named.isCheck ? resultVerdict(result.text) : ''
  return {
    ...named,
    command,
    key: `${directoryOf(argumentsOf(call)) ?? ''}\n${shortCommand(command, '')}`,
    hasFailed: outcome === 'failed' || verdict === 'failed',
    hasPassed: outcome !== 'failed' && verdict === 'passed',
  }
}

/**
 * Hides a run that says no more than a later one; a failed run names the run that did not fail, a check the next one that
 * passed. `numbers` are those that messages are shown with.
 */
export function markEarlierRuns(
  runs: readonly CommandRun[],
  candidates: CandidateColumns,
  sections: Section[],
  numbers: readonly number[],
): void {
  for (const { run, latest, isReplaced, isFixed, passed } of earlierRuns(runs)) {
    const { line } = run
    if (isReplaced || isMendedAtOnce(run, passed, candidates, sections)) candidates.setUninformative(line)
    if (!isFixed && passed === undefined) continue
    const note =
      passed === undefined
        ? ` (#${numbers[latest.message]} ran without it)`
        : ` (passed #${numbers[passed.message]})`
    const at = candidates.sections[line] as number
    const section = sections[at] as Section
    candidates.texts[line] += note
    if (section.outcome !== undefined) sections[at] = { ...section, outcome: section.outcome + note }
  }
}

/** Findings of a linter that were mended for the same, earlier request. */
function isMendedAtOnce(
  { command, line }: CommandRun,
  passed: CommandRun | undefined,
  candidates: CandidateColumns,
  sections: readonly Section[],
): boolean {
  if (passed === undefined) return false
  const turnOf = (at: number): number => sections[candidates.sections[at] as number]?.turnsAgo ?? 0
  const isOfTurn = turnOf(line) > 0 && turnOf(line) === turnOf(passed.line)
  return isOfTurn && readCheck(command).checks.every(check => !ofCode.has(checkKind(check) ?? ''))
}

/** What fails there says what the code does. */
const ofCode: ReadonlySet<string> = new Set(['test', 'build', 'all'])
