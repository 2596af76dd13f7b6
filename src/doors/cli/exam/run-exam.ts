/** Runs the exam on the sessions that paths name, and writes its results in every requested form. */
import { join } from 'node:path'
import { FoveaError, optionError } from '../../../errors.ts'
import type { Format } from '../../../formats/format.ts'
import { hashText } from '../../../tokens/hash.ts'
import type { NamedTranscript } from '../../../tools/evaluate/evaluate.ts'
import {
  defaultExamMethods,
  type ExamMethod,
  examMethod,
  examMethodNamed,
} from '../../../tools/evaluate/exam/exam-method.ts'
import { examDefaults, type PreparedExam, prepareExam } from '../../../tools/evaluate/exam/hold-exam.ts'
import type { MethodView } from '../../../tools/evaluate/method.ts'
import { viewOf, viewSaying } from '../../../tools/evaluate/methods/text-view.ts'
import { pageHtml } from '../../pages/page-html.ts'
import { runProcess } from '../../run-process.ts'
import { confirmed } from '../confirmed.ts'
import { exitCodes } from '../exit-codes.ts'
import type { SessionFile } from '../find-sessions.ts'
import { formatCount } from '../format-number.ts'
import { progress } from '../progress.ts'
import { terminalLine } from '../text-table.ts'
import { indentedJson, writeResult } from '../write-result.ts'
import { examDocument } from './exam-document.ts'
import { defaultFolder, type ExamFlags, examEndpoints } from './exam-options.ts'
import { totalsText } from './exam-tables.ts'
import { renderExam } from './render-exam.ts'

export interface EvaluateFlags extends ExamFlags {
  readonly budget?: readonly number[]
  readonly strategy?: readonly string[]
  readonly json?: boolean
  readonly html?: string
}

export async function runExam(
  files: readonly SessionFile[],
  sessions: (files: readonly SessionFile[]) => AsyncIterable<NamedTranscript>,
  flags: EvaluateFlags,
): Promise<void> {
  const { budget, cases = examDefaults.cases, folder = defaultFolder } = flags
  if (budget !== undefined && budget.length > 1)
    throw optionError('With --reader, --budget takes one share; sizes can be given with --method fovea@10%.')
  const stop = new AbortController()
  const bar = progress()
  const exam = await prepareExam(sessions(spreadOut(files, cases)), {
    ...(await examEndpoints(flags)),
    methods: methodsOf(flags),
    share: budget?.[0],
    cases,
    casesPerSession: Math.max(1, Math.ceil(cases / Math.max(1, files.length))),
    questions: flags.questions,
    parallel: flags.parallel,
    timeoutMs: flags.readerTimeout === undefined ? undefined : flags.readerTimeout * 1000,
    maxPromptTokens: flags.maxPrompt,
    maxOutputTokens: flags.maxOutput,
    prices: flags.readerPrice,
    allowSecrets: flags.allowSecrets,
    folder,
    signal: stop.signal,
    onProgress: ({ answered, calls, step }) =>
      bar.update(`${answered} of about ${calls} calls: ${terminalLine(step, 100)}`),
  })
  if (exam.cases.length === 0) throw noCase(exam)
  process.stderr.write(estimateText(exam, flags))
  if (!(await confirmed('Ask the model?', flags))) {
    const { cases: prepared, estimate, skipped } = exam
    if (flags.dryRun && flags.json) process.stdout.write(indentedJson({ cases: prepared, estimate, skipped }))
    process.stderr.write(
      flags.dryRun ? 'Nothing was sent.\n' : 'Nothing was sent; add --yes to start without being asked.\n',
    )
    if (!flags.dryRun && process.stdin.isTTY !== true) process.exitCode = exitCodes.usage
    return
  }
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    const report = await exam.hold().finally(bar.done)
    const page = pageHtml(examDocument(report), { title: 'Reading exam · Fovea' })
    if (flags.html !== undefined) await writeResult(page, flags.html)
    await writeResult(page, join(folder, 'report.html'))
    await writeResult(renderExam(report), join(folder, 'report.txt'))
    if (flags.html === '-') return
    process.stdout.write(flags.json ? indentedJson(report) : renderExam(report))
    process.stderr.write(
      `${flags.html === undefined ? '' : `The page is ${flags.html}. `}Everything is in ${folder}.\n`,
    )
  } catch (error) {
    if (!FoveaError.isInstance(error) || error.code !== 'interrupted') throw error
    throw new FoveaError(
      'interrupted',
      `Interrupted. What was answered is in ${folder}; the same command goes on from there.`,
    )
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}

/** Orders files by the hash of their path, so that a part of them is a fixed sample from all folders. */
function spreadOut(files: readonly SessionFile[], cases: number): readonly SessionFile[] {
  return files.length <= cases
    ? files
    : files.toSorted((one, other) => (hashText(one.path) < hashText(other.path) ? -1 : 1))
}

function methodsOf({ method, strategy = [] }: EvaluateFlags): Parameters<typeof prepareExam>[1]['methods'] {
  const given =
    method ??
    (strategy.length === 0 ? defaultExamMethods : defaultExamMethods.filter(name => name !== 'fovea'))
  const strategies = strategy.map(name =>
    examMethodNamed(`fovea ${name}`) === undefined ? name : `fovea ${name}`,
  )
  return [...given, ...strategies].map(methodGiven)
}

function noCase({ skipped }: PreparedExam): FoveaError {
  const [first] = skipped
  const why = first === undefined ? 'there is no session that can be read' : `${first.name}: ${first.why}`
  return new FoveaError('invalid-transcript', `No case for an exam: ${why}.`)
}

function estimateText({ cases, estimate }: PreparedExam, flags: EvaluateFlags): string {
  const sessions = new Set(cases.map(({ session }) => session)).size
  return [
    `${formatCount(cases.length, 'case')} from ${formatCount(sessions, 'session')}: about ${totalsText(estimate)}.\n`,
    ...(flags.readerPrice === undefined
      ? ['--reader-price IN,OUT (for a million tokens) says what that costs.\n']
      : []),
    flags.allowSecrets
      ? 'Secrets are sent as they are.\n'
      : 'What is shaped like a secret is masked; everything else of these sessions is sent to the endpoint.\n',
  ].join('')
}

const maxRunMs = 600_000
const named = /^([\w][\w .@%-]{0,60}?)=(?=\S)/

/** `fovea@4x` and other methods of ours; `mine=./compress.sh --tight`, or a command with arguments. */
function methodGiven(text: string): string | ExamMethod {
  if (examMethodNamed(text) !== undefined) return text
  const name = named.exec(text)?.[1]
  if (name !== undefined) return commandMethod(name, text.slice(name.length + 1))
  // A single word is more often a misspelt method than a program.
  return /\s/.test(text.trim()) ? commandMethod(text.trim(), text) : text
}

/** Uses a user's command as a method: it gets the messages on standard input and prints the view. */
function commandMethod(name: string, command: string): ExamMethod {
  return {
    ...examMethod({
      name,
      describe: `the command ${command}`,
      kind: 'peer',
      async view({ raw, format }, tokens) {
        return viewIn(await outputOf(command, JSON.stringify(raw), tokens), format)
      },
    }),
    isCostly: true,
  }
}

/** Messages in the format of the session, or any text. */
function viewIn(output: string, format: Format): MethodView {
  if (output.trim() === '') throw optionError('the command printed nothing')
  try {
    const value: unknown = JSON.parse(output)
    const messages = Array.isArray(value)
      ? value
      : (value as { readonly messages?: unknown } | null)?.messages
    if (Array.isArray(messages)) return viewOf(format.read(messages))
  } catch {
    // The output is a text, not JSON.
  }
  return viewSaying(output.trim())
}

async function outputOf(command: string, input: string, tokens: number): Promise<string> {
  const env = { ...process.env, FOVEA_BUDGET: String(tokens) }
  const { code, signal, stdout, stderr } = await runProcess(command, input, { env, timeout: maxRunMs })
  if (code === 0) return stdout
  const said = stderr.trim().split('\n').at(-1) ?? ''
  throw optionError(`the command ended with ${code ?? signal}${said === '' ? '' : `: ${said}`}`)
}
