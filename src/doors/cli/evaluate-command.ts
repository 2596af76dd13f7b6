/** `fovea evaluate`: what a compression would have lost of a user's sessions, and what the agent's own compactions did lose. */
import { Command } from 'commander'
import { FoveaError, optionError } from '../../errors.ts'
import { unknownName } from '../../settings/nearest-name.ts'
import { strategyNames } from '../../strategies/index.ts'
import { strategyOf } from '../../strategies/options/strategy-of.ts'
import { evaluate, type NamedTranscript } from '../../tools/evaluate/evaluate.ts'
import type { Method } from '../../tools/evaluate/method.ts'
import { methods } from '../../tools/evaluate/methods/index.ts'
import type { EvaluationReport } from '../../tools/evaluate/report.ts'
import { pageHtml } from '../pages/page-html.ts'
import { commaList } from './comma-list.ts'
import { describeError } from './describe-error.ts'
import { evaluationDocument } from './evaluation/evaluation-document.ts'
import { renderEvaluation } from './evaluation/render-evaluation.ts'
import { refuseWithoutReader, withExamOptions } from './exam/exam-options.ts'
import { type EvaluateFlags, runExam } from './exam/run-exam.ts'
import { exitCodes } from './exit-codes.ts'
import { findSessions, noSessions, type SessionFile } from './find-sessions.ts'
import { formatCount } from './format-number.ts'
import { progress } from './progress.ts'
import { readSessionFile } from './read-session-file.ts'
import { terminalLine } from './text-table.ts'
import { indentedJson, refuseToOverwrite, writeResult } from './write-result.ts'

export function evaluateCommand(): Command {
  const command = new Command('evaluate')
    .description(
      "Show what a compression would have lost of your sessions, and what your agent's own did lose",
    )
    .argument('<path...>', 'session files (.gz too), folders of them, or - for standard input')
    .option(
      '-b, --budget <shares>',
      'budgets to try, as shares of the tokens (default: 50%,30%,15%,5%)',
      parseShares,
    )
    .option(
      '-s, --strategy <names>',
      `strategies to try, of ${strategyNames().join(', ')} (default: ${strategyOf({ budget: 1 })})`,
      (value: string, before: readonly string[] = []) => [...before, ...commaList(value)],
    )
    .option('--json', 'print the whole report as JSON')
    .option('--html <file>', 'write a page with plots that needs nothing else')
  return withExamOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  fovea evaluate ~/.claude/projects --html evaluation.html   all sessions of an agent, as a page
  fovea evaluate session.jsonl --budget 30%,10%              one session, two budgets
  fovea evaluate session.jsonl --strategy rules,cap          strategies side by side
  fovea evaluate rollout.jsonl.gz --json | jq '.groups[0].compactions'
  fovea evaluate session.jsonl --reader http://localhost:11434 --model qwen3 --html exam.html
                                                             what a model still knows from each view`,
    )
    .action(runEvaluation)
}

/** Parses `30%,10%`, which may be given more than once; the largest first. */
function parseShares(value: string, before: readonly number[] = []): readonly number[] {
  const shares = [...before, ...commaList(value).map(shareOf)]
  return [...new Set(shares)].sort((one, other) => other - one)
}

function shareOf(value: string): number {
  const share = /^\d+(?:\.\d+)?%$/.test(value) ? Number(value.slice(0, -1)) / 100 : Number.NaN
  if (!(share > 0 && share <= 1))
    throw optionError(`--budget ${value} is no share of the tokens; write it as 15%.`)
  return share
}

/** How many lost names are kept as examples for each cut and compaction. */
const examples = 12
const maxNamed = 8

async function runEvaluation(
  paths: readonly string[],
  flags: EvaluateFlags,
  command: Command,
): Promise<void> {
  if (flags.html === '-' && flags.json)
    throw optionError('--html - and --json cannot both go to standard output.')
  if (flags.reader === undefined) refuseWithoutReader(flags, command)
  const methods = chosenMethods(flags.strategy)
  const files = findSessions(paths)
  for (const { path } of files) refuseToOverwrite(path, flags.html)
  const unread: Unread[] = []
  if (flags.reader !== undefined) {
    await runExam(files, chosen => readSessions(chosen, unread), flags)
    process.stderr.write(unreadText(unread))
    if (unread.some(({ file }) => file.isNamed)) process.exitCode = exitCodes.failure
    return
  }
  const bar = progress()
  const report = await evaluate(readSessions(files, unread), {
    shares: flags.budget,
    methods,
    examples,
    onProgress: ({ name, done, cases }) =>
      bar.update(`${done + 1} of ${files.length}, ${formatCount(cases, 'case')}: ${terminalLine(name, 120)}`),
  }).finally(bar.done)
  if (unread.length === files.length) throw nothingRead(paths, unread)
  await show(report, unread, flags)
  process.stderr.write(unreadText(unread))
  if (unread.some(({ file }) => file.isNamed) || hasFailed(report)) process.exitCode = exitCodes.failure
}

/** Whether a session was read and could not be evaluated: it was skipped, and not because it is too short. */
function hasFailed({ skipped, transcripts }: EvaluationReport): boolean {
  const evaluated = new Set(transcripts.map(({ name }) => name))
  return skipped.some(({ name }) => !evaluated.has(name))
}

interface Unread {
  readonly file: SessionFile
  readonly error: unknown
}

/** Reads one file at a time. A file that cannot be read is recorded, and the others are still read. */
async function* readSessions(
  files: readonly SessionFile[],
  unread: Unread[],
): AsyncGenerator<NamedTranscript> {
  for (const file of files)
    try {
      const { name, transcript } = await readSessionFile(file.path, {})
      yield { name, transcript }
    } catch (error) {
      unread.push({ file, error })
    }
}

async function show(
  report: EvaluationReport,
  unread: readonly Unread[],
  flags: EvaluateFlags,
): Promise<void> {
  const { html, json } = flags
  const whole = {
    ...report,
    skipped: [
      ...report.skipped,
      ...unread.map(({ file, error }) => ({ name: file.path, why: describeError(error) })),
    ],
  }
  if (html !== undefined)
    await writeResult(pageHtml(evaluationDocument(whole), { title: 'Evaluation · Fovea' }), html)
  if (html === '-') return
  process.stdout.write(json ? indentedJson(whole) : renderEvaluation(report))
  if (html !== undefined) process.stderr.write(`The page is ${html}\n`)
}

function nothingRead(paths: readonly string[], unread: readonly Unread[]): unknown {
  const [first] = unread
  if (first === undefined) return noSessions(paths)
  if (unread.length === 1) return first.error
  return new FoveaError(
    'invalid-transcript',
    `None of ${formatCount(unread.length, 'file')} is a session that can be read. The first: ${describeError(first.error)}`,
  )
}

function unreadText(unread: readonly Unread[]): string {
  const lines = unread.slice(0, maxNamed).map(({ error }) => `skipped: ${describeError(error)}\n`)
  const more = unread.length - lines.length
  return [...lines, ...(more > 0 ? [`… and ${formatCount(more, 'more file')}\n`] : [])].join('')
}

const ours = 'fovea'

/** The default strategy for a budget. */
const byDefault: string = strategyOf({ budget: 1 })

/** `fovea` is the default strategy, `fovea rules` another one. */
function strategyOfMethod({ name }: Method): string {
  return name === ours ? byDefault : name.slice(ours.length + 1)
}

const known: readonly string[] = methods.filter(({ kind }) => kind === 'fovea').map(strategyOfMethod)

/** The methods to evaluate: every baseline, and those of our strategies that were asked for. */
function chosenMethods(strategies: readonly string[] = [byDefault]): readonly Method[] {
  const unknown = strategies.find(name => !known.includes(name))
  if (unknown !== undefined) throw optionError(`There is no strategy ${unknownName(unknown, known)}`)
  return methods.filter(method => method.kind !== 'fovea' || strategies.includes(strategyOfMethod(method)))
}
