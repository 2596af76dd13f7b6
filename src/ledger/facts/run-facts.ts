/** Facts about a command: that it was run, how it came out, what it checked, and what went wrong. */
import type { Outcome } from '../../scan/actions/action.ts'
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { isAborted, isPending, printedVerdict } from '../../scan/actions/check-verdict.ts'
import { commandOutput } from '../../scan/actions/command-output.ts'
import { echoLine } from '../../scan/actions/echoed-script.ts'
import { failedPart } from '../../scan/actions/failed-part.ts'
import { isOtherWorktree } from '../../scan/actions/is-other-worktree.ts'
import { missingProgram } from '../../scan/actions/missing-program.ts'
import { isRunning, stillRunning } from '../../scan/actions/outcome-of.ts'
import { resultLines } from '../../scan/actions/result-lines.ts'
import { runDirectory } from '../../scan/actions/run-directory.ts'
import { checkKind, isProjectTask } from '../../scan/actions/shell/check-kind.ts'
import { type CommandCheck, readCheck } from '../../scan/actions/shell/command-check.ts'
import { shellCommands } from '../../scan/actions/shell/shell-commands.ts'
import { textBlocksOf } from '../../scan/actions/spoken-calls.ts'
import { type TestResults, testResults } from '../../scan/actions/test-results.ts'
import { ranNoTests } from '../../scan/checks/go.ts'
import { hasOneOf } from '../../scan/has-one-of.ts'
import { announcesFailure } from '../../scan/signals/announces-failure.ts'
import type { Block, Message } from '../../types.ts'
import type { Fact, FactKind } from '../ledger.ts'
import { shownCommand, wholeCommand } from './command-line.ts'
import { errorLine, findsNoErrors, isMisuse, neverRan, outputLines } from './error-line.ts'
import type { FactCollector } from './fact-collector.ts'
import { addGitFacts } from './git-facts.ts'

const noTests: TestResults = { passed: [], failed: [] }
/** A call that was not made because another one failed. */
const skippedCall = /^<tool_use_error>(?:Sibling tool call errored|Cancelled)/

/** What surrounds a call in the conversation. */
interface CallContext {
  readonly messages: readonly Message[]
  readonly isRefused?: boolean
  /** Who ran it. */
  readonly by: 'assistant' | 'user'
}

/** `actions`: what one call did; the command comes before what it did. */
export function addRunFacts(
  collector: FactCollector,
  actions: readonly LocatedAction[],
  { messages, isRefused = false, by }: CallContext,
): void {
  const [run, ...effects] = actions as readonly [LocatedAction, ...LocatedAction[]]
  const { message, block, action, answer } = run
  if (action.type !== 'run') return
  const { command, outcome, exitCode } = action
  const about = shownCommand(command)
  if (about === '' || skippedCall.test(answer?.text.slice(0, 100) ?? '')) return
  const check = readCheck(command)
  const said = { about, ...wholeCommand(command, about, check.key) }
  const output = commandOutput(answer?.text ?? '')
  const { passed, failed } = check.isCheck ? testResults(output) : noTests
  const hasFailed = outcome === 'failed'
  const isOver = outcome === 'ok' || outcome === 'finished' || hasFailed
  const text = isOver ? resultLines(output, hasFailed, isLookup(effects)) : ''
  collector.add(
    { message, block },
    {
      section: 'commands',
      kind: isRefused ? 'rejected' : outcome === 'unknown' ? 'ran' : outcome,
      by,
      ...said,
      ...(text === '' ? {} : { text }),
      ...(exitCode === undefined || !hasFailed ? {} : { exitCode }),
      ...(passed.length === 0 ? {} : { tests: passed }),
    },
  )
  if (isRefused || answer === undefined) return
  const call = messages[message]?.blocks[block]
  addCheckFacts(collector, run, check, { text, passed, failed, call })
  addGitFacts(collector, run, messages)
  const isAnswer =
    (isLookup(effects) && missingProgram(output) === undefined) ||
    (check.isOnlyChecks && check.checks.length === 1 && hasFoundNothing(output.trim())) ||
    (exitCode === 1 && asksByExitCode(check.key))
  const error = hasFailed && !isAnswer ? errorLine(output) : undefined
  if (error === undefined) return
  collector.add(answer, {
    section: 'errors',
    kind: 'failed',
    by: 'tool',
    text: error,
    ...said,
    ...(failed.length === 0 ? {} : { tests: failed }),
    ...(check.isCheck && !neverRan(error) && announcesFailure(wordsAround(messages, run))
      ? { isExpected: true }
      : {}),
  })
}

/** How many messages before and behind a call may refer to it, and how much of each is read. */
const nearby = 4
const maxWords = 2000

/** The text right before a call and right after its answer, and the call's own description. */
function wordsAround(messages: readonly Message[], { message, block, answer }: LocatedAction): string {
  const call = messages[message]?.blocks[block]
  const texts = [call?.type === 'toolCall' ? describedAs(call.text) : '']
  for (let at = message; at >= Math.max(0, message - nearby); at -= 1) {
    const said = textBlocksOf(messages[at] as Message)
    texts.push(said.slice(-maxWords))
    if (messages[at]?.role === 'user' && said !== '') break
  }
  const behind = answer === undefined ? undefined : messages[answer.message + 1]
  if (behind?.role === 'assistant') texts.push(textBlocksOf(behind).slice(0, maxWords))
  return texts.join('\n')
}

function describedAs(args: string): string {
  return /"description": ?"([^"]{1,300})"/.exec(args.slice(-maxWords))?.[1] ?? ''
}

/** A run that found nothing to check has checked nothing. */
const foundNothing =
  /build constraints exclude all Go files|\bno tests? (?:files? )?(were )?found\b|\bcollected 0 items\b(?!.{0,40}error)/i
const maxEmptyLength = 1000

/** As the checks of a command are joined. */
function jointOf({ isChained, isEither }: CommandCheck): string {
  return isEither ? ' || ' : isChained ? ' && ' : ' ; '
}

/** `git stash && npm test; git stash pop` checks another state of the files than that of the work. */
const stashes = /(?:^|[;&|] {0,4})git stash(?! (?:pop|apply|list|drop|show))\b/

/** Where the last command of a call ran, where it says so. */
function checkDirectory(command: string, call: Block | undefined, answer: string): Pick<Fact, 'whole'> {
  const given = runDirectory(call, command, answer)
  const whole = shellCommands(command, given).at(-1)?.directory
  return whole === undefined ? {} : { whole }
}

interface RunResult {
  /** What it printed of how it came out. */
  readonly text: string
  /** Tests by name. */
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  readonly call: Block | undefined
}

const aborted = 'aborted'
/** A filter for errors that shows none does not prove success. */
export const withoutErrors = 'no errors shown'
/** The state of a check without a result: it was stopped, runs on, or its result was filtered out. */
export const undecided: readonly string[] = [aborted, stillRunning, withoutErrors]

function undecidedOf(
  outcome: Outcome,
  {
    answer,
    output,
    hasNoErrors,
  }: { readonly answer: string; readonly output: string; readonly hasNoErrors: boolean },
): string | undefined {
  if (isAborted(output)) return aborted
  if ((outcome === 'unknown' && isRunning(answer)) || isPending(output)) return stillRunning
  return hasNoErrors ? withoutErrors : undefined
}

/** All checks of a chain hold where it succeeds; where it fails, one of them does not, and those before it do. */
function addCheckFacts(
  collector: FactCollector,
  { action, answer }: LocatedAction,
  check: CommandCheck,
  { text, passed, failed, call }: RunResult,
): void {
  if (answer === undefined || action.type !== 'run' || action.outcome === 'rejected') return
  if (check.checks.length === 0 || stashes.test(action.command)) return
  const { command, outcome } = action
  const output = commandOutput(answer.text)
  if (outcome === 'failed' && hasNotChecked(output.trim())) return
  const isAlone = check.isOnlyChecks && check.checks.length === 1
  if (outcome === 'failed' && isAlone && isMisuse(errorLine(output) ?? '')) return
  const hasNoErrors = findsNoErrors(command, output)
  const kind = hasNoErrors ? 'ran' : resultOf(check, outcome, output)
  const tests = kind === 'passed' ? passed : kind === 'failed' ? failed : []
  const failedAt = check.provesAll && kind === 'failed' ? failedPart(check.checks, output) : undefined
  const isApart = check.provesAll && (kind === 'passed' || failedAt !== undefined)
  const keys = isApart
    ? check.checks.slice(0, (failedAt ?? check.checks.length) + 1)
    : [check.checks.join(jointOf(check))]
  const last = keys.length === 1 || kind === 'failed' ? text : lastResult(text, keys.at(-1) ?? '')
  const script = isAlone && isProjectTask(keys[0] ?? '') ? echoLine(output) : undefined
  const printed = script === undefined || last.includes(script) ? last : `${script}\n${last}`.trimEnd()
  const unfinished =
    kind === 'ran' ? undecidedOf(outcome, { answer: answer.text, output, hasNoErrors }) : undefined
  const isBare = kind === 'failed' && failed.length === 0 && isTestRun(keys) && isBareFailure(output)
  const own = unfinished ?? (isBare ? `${printed}\n${unnamed}`.trimStart() : printed)
  // What a chain printed at its end is what its last check says, where that is its last command or it reads so.
  const isOwnText = check.isLast || printedVerdict(text) !== undefined || unfinished !== undefined
  const place = checkDirectory(command, call, answer.text)
  const branch = isOtherWorktree(place.whole, answer.text) ? { branch: '' } : {}
  for (const about of keys)
    collector.add(answer, {
      section: 'checks',
      kind: about === keys.at(-1) ? kind : 'passed',
      about,
      by: 'tool',
      ...place,
      ...branch,
      ...(check.typed === undefined || check.typed === about ? {} : { typed: check.typed }),
      ...(tests.length === 0 || (kind === 'failed' && about !== keys.at(-1)) ? {} : { tests }),
      ...(own === '' || !isOwnText || about !== keys.at(-1) ? {} : { text: own }),
    })
}

function resultOf(check: CommandCheck, outcome: Outcome, output: string): FactKind {
  if (outcome === 'ok') return isTestRun(check.checks) && ranNoTests(output) ? 'ran' : 'passed'
  if (outcome !== 'failed' || check.isEither || isPending(output)) return 'ran'
  return check.isOnlyChecks || printedVerdict(output) === 'failed' ? 'failed' : 'ran'
}

/** For a failed run whose filter removed the names of tests: `npm test | tail -1`. */
const unnamed = 'which tests failed was not printed'

function isTestRun(keys: readonly string[]): boolean {
  return keys.every(key => checkKind(key) === 'test')
}

/** The result line of the last check in a chain: the last line that reports an outcome. */
function lastResult(text: string, check: string): string {
  const lines = text.split('\n')
  const last = lines.at(-1) ?? ''
  // Formatters print nothing of that.
  if (checkKind(check) === 'format') return printedVerdict(last) === undefined ? last : ''
  return lines.findLast(line => printedVerdict(line) !== undefined) ?? last
}

function hasNotChecked(output: string): boolean {
  return neverRan(output.slice(0, 400)) || hasFoundNothing(output)
}

function hasFoundNothing(output: string): boolean {
  return (
    output.length <= maxEmptyLength &&
    hasOneOf(output.toLowerCase(), ['exclude all go files', 'no test', 'collected 0']) &&
    foundNothing.test(output)
  )
}

/** `ps -p 12` and `diff a b` say with their exit code what they were asked; the last command of a script gives its own. */
const asks = /^(?:ps|pgrep|pidof|lsof|which|type|test|\[|diff|cmp|git diff --(?:quiet|exit-code))(?:\s|$)/

function asksByExitCode(key: string): boolean {
  return asks.test(key.split(/ (?:;|&&|\|\||&|\|) /).at(-1) ?? '')
}

/** A command that only looks for something fails where there is nothing to find: no error. */
function isLookup(effects: readonly LocatedAction[]): boolean {
  return (
    effects.length > 0 &&
    effects.every(({ action: { type } }) => type === 'read' || type === 'list' || type === 'search')
  )
}

/** `FAIL`, `FAIL	example.com/app	2.1s`, `Tests:  2 failed, 3 passed, 5 total`, `== 2 failed in 0.4s ==` */
const failureSum =
  /^(?:FAIL(?:\s{1,8}[\w.@~/-]{1,200}\s{1,8}[\d.]{1,12}s)?|={0,80} ?(?:Tests:?\s{0,8})?\d{1,7} (?:tests? )?failed(?:[ ,|]{1,3}\d{1,7} [a-z]{1,20}){0,6}(?: in [\d.]{1,12} ?m?s)?( \(\d{1,7}\))? ?={0,80})$/
/** `ok  	example.com/app	0.4s`, `✓ reads a file`, `exit status 1`, and lines around a sum: `Test Suites: 1 failed, 1 total`, `Time: 2 s` */
const passOrSum =
  /^(?:ok\s|PASS\b|exit status \d|--- PASS: |\(pass\) |[✓✔√] |(?:Test Files|Test Suites|Snapshots|Time|Duration|Start at):?\s{1,8}\d)/u

/** Whether a failed test run shows sums and passes alone, so that no line names what failed: `npm test | tail -1`. */
function isBareFailure(output: string): boolean {
  const lines = outputLines(output)
  return (
    lines.some(line => failureSum.test(line)) &&
    lines.every(line => failureSum.test(line) || passOrSum.test(line))
  )
}
