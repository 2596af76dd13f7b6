/** Checks: the latest result of each test run, build, linter, and whether files were changed since. */
import { echoedScript } from '../../scan/actions/echoed-script.ts'
import { checkKind, isPartOf, isProjectTask, isWithin } from '../../scan/actions/shell/check-kind.ts'
import { checksIn, coveringChecks, readCheck } from '../../scan/actions/shell/command-check.ts'
import { isRewriting } from '../../scan/actions/shell/only-formats.ts'
import { hasTestResults, isBuildFailure } from '../../scan/actions/test-results.ts'
import { showsError } from '../facts/error-line.ts'
import { undecided, withoutErrors } from '../facts/run-facts.ts'
import type { Fact, Row } from '../ledger.ts'
import type { OtherBranch } from './branch-line.ts'
import { checkNote, readCheckNote } from './check-note.ts'
import { checksDocumentation, isDocumentation } from './documentation.ts'
import { ChangesSince } from './file-changes-since.ts'
import { PassedTests } from './passed-tests.ts'
import { rowOf } from './row-of.ts'

const states: Readonly<Record<string, string>> = { passed: 'passed', failed: 'failed' }

interface CheckContext {
  /** The changes of files that are certain or that a subagent reported, in order. */
  readonly changes: readonly Fact[]
  /** Those that later ones cancel, each with the first of them. */
  readonly cancelled: ReadonlyMap<Fact, Fact>
  readonly otherBranch: OtherBranch
  /** Commands of git that put other code in place, in order. */
  readonly rewrites: readonly Fact[]
}

/** `facts`: in order. A check that ran on the current branch is shown without runs on others. */
export function checkRows(
  facts: readonly Fact[],
  { changes, cancelled, otherBranch, rewrites }: CheckContext,
): readonly Row[] {
  const groups = Map.groupBy(facts, otherBranch)
  const rows = branchRows(groups.get(undefined) ?? [], { changes, cancelled, rewrite: rewrites.at(-1) })
  const ofOthers = [...groups].flatMap(([branch, own]) =>
    branch === undefined ? [] : otherRows(own, branch),
  )
  const latest = new Map([...ofOthers.sort(byLast), ...rows].map(row => [row.key, row]))
  const shown = ofOthers.map(row => (latest.get(row.key) === row ? row : { ...row, state: 'hidden' }))
  return [...rows, ...shown].sort(byLast)
}

/** Without a note: which of the later changes are on that branch is not known. */
function otherRows(facts: readonly Fact[], branch: string): readonly Row[] {
  return branchRows(facts, { changes: [], cancelled: new Map(), rewrite: undefined }).map(
    ({ note: _, amendedBy: __, ...row }) => ({
      ...row,
      branch,
    }),
  )
}

function byLast(one: Row, other: Row): number {
  return one.last - other.last || (one.key < other.key ? -1 : 1)
}

interface BranchContext extends Pick<CheckContext, 'changes' | 'cancelled'> {
  /** The last one. */
  readonly rewrite: Fact | undefined
}

/** The rows of one branch. */
function branchRows(facts: readonly Fact[], { changes, cancelled, rewrite }: BranchContext): readonly Row[] {
  if (facts.length === 0) return []
  const checks = Map.groupBy(facts, ({ about }) => about)
  const ended = new Map(Array.from(checks, ([key, runs]) => [key, lastEnded(runs)]))
  const since = new ChangesSince(changes, cancelled)
  const sinceInProgram = new ChangesSince(
    changes.filter(({ about }) => !isDocumentation(about)),
    cancelled,
  )
  const passed = new PassedTests(facts.filter(({ kind }) => kind === 'passed'))
  const selected = latestBySelection(ended)
  const chains = latestInChains(facts)
  const tasks = [...ended].flatMap(([task, run]) =>
    run.kind === 'passed' && isProjectTask(task) ? [{ task, run, scripts: scriptsOf(run) }] : [],
  )
  const shown = [...checks].flatMap(([key, runs]) => {
    const last = latestOf(runs)
    const tested = checkKind(key) === 'test' ? lastTested(last, runs) : undefined
    const rest = runs.filter(run => run !== tested)
    return [
      { key, fact: last, runs: rest },
      ...(tested === undefined ? [] : [{ key, fact: tested, runs: [tested] }]),
    ]
  })
  return shown
    .sort((one, other) => other.fact.turn - one.fact.turn)
    .map(({ key, fact, runs }) => {
      const { turn, kind, text = '', changedSince = '', goneAt } = fact
      const noted = readCheckNote(changedSince)
      const isRewritten = rewrite !== undefined && rewrite.turn > turn
      const amendedBy = isRewritten ? rewrite.turn : goneAt
      const note = checkNote({
        rewrite: isRewritten ? rewrite.text : noted.rewrite,
        changed: (checksDocumentation(key) ? since : sinceInProgram).after(turn, noted.changed),
      })
      const isOld =
        isCovered(key, fact, ended, tasks) ||
        (kind === 'failed' && passed.after(fact.tests ?? [], turn) !== undefined) ||
        (selected.get(selectionOf(key) ?? '') ?? fact).about !== fact.about ||
        (chains.get(key) ?? -1) > turn
      const [how = '', ...before] = text.split('\n')
      const isUndecided = kind === 'ran' && undecided.includes(how)
      const state = isOld ? 'hidden' : isUndecided ? how : (states[kind] ?? 'unknown')
      const value = isUndecided ? before.join('\n') : text
      const row = rowOf({ section: 'checks', key, state, value, note: note || undefined }, runs)
      const own = { ...row, by: fact.by, first: turn, last: turn }
      return amendedBy === undefined ? own : { ...own, amendedBy }
    })
}

/** The run before the last that says how tests came out, where the last did not compile. */
function lastTested(last: Fact, runs: readonly Fact[]): Fact | undefined {
  if (last.kind !== 'failed' || !isBuildFailure(last.text ?? '')) return undefined
  return runs.findLast(
    ({ turn, kind, text = '' }) => turn < last.turn && kind !== 'ran' && hasTestResults(text),
  )
}

/** `-run TestA`, `-t a name`, `--grep a` at the end: which tests are run. */
const selection = / (?:-run|-t|-k|--grep|--filter|--testNamePattern|--tests)[ =](.+)$/
/** `go test`, `vitest run` */
const program = /^\S+(?: [a-z]+)?/

/** The program and the tests that it runs, in whatever directory: `go test ./app -tags e2e -run TestA` → `go test TestA`. */
function selectionOf(key: string): string | undefined {
  const tests = selection.exec(key)?.[1]
  return tests === undefined ? undefined : `${program.exec(key)?.[0]} ${tests}`
}

/** Of runs of the same tests in different words, the latest with a result. */
function latestBySelection(ended: ReadonlyMap<string, Fact>): ReadonlyMap<string, Fact> {
  const found = new Map<string, Fact>()
  for (const [key, fact] of ended) {
    const tests = selectionOf(key)
    if (tests === undefined || fact.kind === 'ran') continue
    const before = found.get(tests)
    if (before === undefined || before.turn < fact.turn) found.set(tests, fact)
  }
  return found
}

const joint = / (?:&&|;) /

/** When each check ran last in a chain with a result: how it ended there only the row of the chain says. */
function latestInChains(facts: readonly Fact[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { kind, about, turn } of facts)
    if (kind !== 'ran' && joint.test(about)) for (const part of about.split(joint)) found.set(part, turn)
  return found
}

/** The last run that says how it ended, where one does. */
function lastEnded(runs: readonly Fact[]): Fact {
  return runs.findLast(({ kind }) => kind !== 'ran') ?? (runs.at(-1) as Fact)
}

/**
 * A run without an outcome keeps the earlier result. After a failure, a run without an error makes it unknown or running, and
 * further ones say that work went on.
 */
function latestOf(runs: readonly Fact[]): Fact {
  const last = runs.at(-1) as Fact
  const ended = lastEnded(runs)
  const [how = ''] = (last.text ?? '').split('\n', 1)
  if (ended === last || (ended.kind !== 'failed' && how !== withoutErrors) || showsError(last.text ?? ''))
    return ended
  const before = runs.at(-2) === ended ? `${ended.kind} before` : ''
  return {
    ...last,
    text: [undecided.includes(how) ? how : '', before].filter(said => said !== '').join('\n'),
  }
}

/** Whether checks that include this and more ran later: each part of a chain is looked at by itself. `tasks`: of the project. */
function isCovered(
  key: string,
  fact: Fact,
  ended: ReadonlyMap<string, Fact>,
  tasks: readonly PassedTask[],
): boolean {
  const isLater = (run: Fact): boolean =>
    run.kind !== 'ran' && (run.turn > fact.turn || (run.turn === fact.turn && run.order > fact.order))
  // In `npm run lint ; npm test` either may have failed; in `gofmt -w . && go test` only the tests.
  const ran = [...checksIn(key), ...readCheck(key).checks]
  const mayFail = ran.filter(part => !isRewriting(part))
  const parts = mayFail.length === 0 ? ran : mayFail
  const isCoveredBy = (part: string): boolean =>
    coveringChecks(part).some(wider => {
      const run = wider === key ? undefined : ended.get(wider)
      return run !== undefined && isLater(run)
    })
  if (parts.every(isCoveredBy)) return true
  if (fact.kind !== 'failed') return false
  // A failure is settled by a task that runs all of its kind, too, or calls what runs all of it.
  const later = tasks.filter(({ run }) => isLater(run))
  const called = scriptsOf(fact)
  const isCalledBy = ({ scripts }: PassedTask, part: string): boolean =>
    scripts.some(script => isPartOf(part, script))
  const isWithinTask = (part: string): boolean =>
    later.some(passed => isWithin(part, passed.task) || isCalledBy(passed, part))
  return (
    parts.every(part => isCoveredBy(part) || isWithinTask(part)) ||
    (called.length > 0 && called.every(part => later.some(passed => isCalledBy(passed, part))))
  )
}

/** A task of the project that passed, and the checks that it calls. */
interface PassedTask {
  readonly task: string
  readonly run: Fact
  readonly scripts: readonly string[]
}

/** The checks that a task calls, where its runner printed that. */
function scriptsOf({ text = '' }: Fact): readonly string[] {
  const script = text
    .split('\n')
    .map(echoedScript)
    .find(each => each !== undefined)
  return script === undefined ? [] : readCheck(script).checks
}
