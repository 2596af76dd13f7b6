/** How a call came out, in one short line: what a command printed of it, why an edit was refused. */
import { rememberedByKey } from '../../tokens/remembered.ts'
import { wordCut } from '../word-cut.ts'
import type { CallResult } from './action.ts'
import { answersIn, askedQuestions } from './asked-questions.ts'
import { commandOf } from './call-command.ts'
import { commandOutput } from './command-output.ts'
import { echoedField } from './echoed-field.ts'
import { foundNothing } from './found-nothing.ts'
import { isReadOnly } from './is-read-only.ts'
import { isRunning, outcomeOf, stillRunning } from './outcome-of.ts'
import { refusalIn } from './refusal-in.ts'
import { refusalLine } from './refusal-line.ts'
import { approvalIn, rejectionIn, wantsToClarify } from './rejection.ts'
import type { NamedCall } from './remembered-call.ts'
import { resultLines } from './result-lines.ts'
import { toolIntents } from './tool-intents.ts'

const maxLength = 240
const maxShort = 160
const maxLooked = 60
const rejected = 'rejected by the user'
/** For a command that printed nothing. */
export const noOutput = 'no output'
const approved = 'approved by the user'

/** Empty where it is unknown: a call that only reads is described by what it found, or that it found nothing. */
export function callOutcome(call: NamedCall, result: CallResult | undefined): string {
  if (result === undefined) return 'no answer yet'
  const answer = shortAnswer(call, result)
  if (answer !== undefined) return answer
  const command = commandOf(call)
  const ran: Ran = {
    isRun: command !== undefined,
    isKnown: command !== undefined || toolIntents(call).length > 0,
    onlyReads: isReadOnly(call),
    endsInStat: command !== undefined && statAtEnd.test(command),
  }
  const field = ran.onlyReads || (ran.isKnown && !ran.isRun) ? '' : sentField(call, result)
  if (field !== '') return `answered, ${field} as sent`
  return outcomeOnce(
    result.text,
    () => `${result.isError} ${ran.isRun} ${ran.isKnown} ${ran.onlyReads} ${ran.endsInStat}`,
    () => readOutcome(result, ran),
  )
}

interface Ran {
  readonly isRun: boolean
  /** Whether it is known what the call does; other tools may run programs, which say at their end why they failed. */
  readonly isKnown: boolean
  readonly onlyReads: boolean
  /** What it prints last counts the lines of a commit that it shows. */
  readonly endsInStat: boolean
}

/** `git rebase main && git show --stat | head -20` */
const statAtEnd = /(?:&&|;|\n)\s{0,4}git (?:show|log|diff) [^\n;&]{0,200}--(?:short)?stat\b[^\n;&]{0,200}$/
const statLine = /\n {0,4}\d{1,6} files? changed[^\n]{0,80}\s{0,8}$/

const outcomeOnce = rememberedByKey<string>({ minLength: 0, name: 'outcome' })

function readOutcome(result: CallResult, { isRun, isKnown, onlyReads, endsInStat }: Ran): string {
  const { outcome, exitCode } = outcomeOf(result)
  if (outcome === 'rejected') {
    const rejection = rejectionIn(result.text)
    if (rejection === undefined) return 'not allowed'
    if (rejection.words !== '') return `${rejected}: ${oneLine(rejection.words)}`
    return wantsToClarify(result.text) ? `${rejected}, who wants to talk about it` : rejected
  }
  const hasFailed = outcome === 'failed'
  if (!isRun && !hasFailed)
    return approvalIn(result.text) === undefined ? foundNothing(commandOutput(result.text)) : approved
  const printed = commandOutput(result.text)
  if (!isRun && exitCode === undefined) {
    const whole = refusalIn(result.text) === undefined ? shortOutput(printed, false) : ''
    const lines = isKnown ? '' : resultLines(printed, true, onlyReads)
    return withLines('failed', whole || lines || (refusalLine(result.text) ?? ''))
  }
  const output = endsInStat && !onlyReads ? printed.replace(statLine, '') : printed
  const lines = resultLines(output, hasFailed, onlyReads) || shortOutput(output, onlyReads)
  if (outcome === 'unknown' && isRunning(result.text)) return withLines(stillRunning, lines)
  if (!hasFailed) return output.trim() === '' ? noOutput : oneLine(lines)
  return withLines(exitCode === undefined ? 'failed' : `exit ${exitCode}`, lines)
}

/** The field of the answer that shows that the call has written what it was given. */
function sentField(call: NamedCall, result: CallResult): string {
  const { outcome } = outcomeOf(result)
  if (outcome !== 'ok' && outcome !== 'finished') return ''
  return echoedField(commandOf(call) ?? call.text, commandOutput(result.text).trim())
}

/** `exit 1: 2 tests failed` */
function withLines(how: string, lines: string): string {
  return lines === '' ? how : `${how}: ${oneLine(lines)}`
}

/** The answer to the one question of a call, where it is a line. */
function shortAnswer(call: NamedCall, { text }: CallResult): string | undefined {
  const questions = askedQuestions(call)
  const [given] = questions.length === 1 ? answersIn(questions, text) : []
  return given === undefined || given.words.length > maxShort || given.words.includes('\n')
    ? undefined
    : given.words
}

/** An output of a few words is its own outcome. */
function shortOutput(output: string, onlyReads: boolean): string {
  const text = output.trim()
  return text.length <= (onlyReads ? maxLooked : maxShort) ? text : ''
}

function oneLine(text: string): string {
  const between = /^[[{]\s{0,4}[\n"]/.test(text) ? ' ' : ' | '
  const line = text.replace(/\s{0,40}\n\s{0,40}/g, between).trim()
  const shown = wordCut(line, maxLength)
  return shown.length < line.length ? `${shown.trimEnd()}…` : line
}

/** Whether an outcome says that a person did not allow the call. */
export function isRejected(outcome: string): boolean {
  return outcome.startsWith(rejected)
}

/** `rejected by the user (#77 was applied): use a map` */
export function withApplied(outcome: string, number: number): string {
  return `${rejected} (#${number} was applied)${outcome.slice(rejected.length)}`
}

/** Whether an outcome says so, as `withApplied` writes it. */
export function wasApplied(outcome: string): boolean {
  return appliedLater.test(outcome)
}

const appliedLater = /^rejected by the user \(#\d{1,9} was applied\)/
