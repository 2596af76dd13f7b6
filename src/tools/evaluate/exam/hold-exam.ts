/** The reading exam: what a model can still answer about a session from a view alone. */
import { basename } from 'node:path'
import { FoveaError, optionError } from '../../../errors.ts'
import { asItIs } from '../../../models/failure-text.ts'
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import { countersFor } from '../../../tokens/counters.ts'
import { present } from '../../../tokens/json-value.ts'
import type { NamedTranscript } from '../evaluate.ts'
import { type Caller, placeholderText } from './exam-call.ts'
import { type CaseOptions, type ExamCase, examCases, maskCase } from './exam-case.ts'
import { examFolder } from './exam-folder.ts'
import {
  defaultExamMethods,
  type ExamMethod,
  type ExamView,
  examMethodNamed,
  examMethodNames,
  examView,
} from './exam-method.ts'
import { askedModel, type ExamModel } from './exam-model.ts'
import type { CallTotals, CaseReport, ExamNote, ExamReport } from './exam-report.ts'
import { methodDifferences, methodScores } from './exam-scores.ts'
import { type ExaminedCase, examineCase } from './examine-case.ts'
import { estimatingCaller, modelCaller } from './model-caller.ts'

export interface ExamOptions extends CaseOptions {
  /** Answers the questions from each view: { url, model, kind } of an endpoint, a model of the AI SDK, or a function. */
  readonly reader: ExamModel
  /** Writes the questions and grades the answers. @default the reader */
  readonly examiner?: ExamModel | undefined
  /** By name (`window`, `fovea@4x`, `rules@10%`), or your own. @default ['window', 'masking', 'vendor', 'fovea'] */
  readonly methods?: readonly (string | ExamMethod)[] | undefined
  /** Maximum number of questions of a case. @default 12 */
  readonly questions?: number | undefined
  /** Maximum number of cases. @default 8 */
  readonly cases?: number | undefined
  /** Where everything is stored, and read again by a later run. @default in memory */
  readonly folder?: string | undefined
  /** Number of simultaneous calls. @default 4 */
  readonly parallel?: number | undefined
  /** Maximum wait for one answer, in milliseconds. @default 300000 */
  readonly timeoutMs?: number | undefined
  /**
   * Maximum tokens of one prompt: the history for the writer is shortened to it, and a larger view is not read. @default 150000
   */
  readonly maxPromptTokens?: number | undefined
  /** Maximum tokens of one answer, including the reasoning of the model. @default 8000 */
  readonly maxOutputTokens?: number | undefined
  /** Whether texts that look like credentials may be sent. @default false */
  readonly allowSecrets?: boolean | undefined
  /** The price of a million tokens, in any currency. @default unknown */
  readonly prices?: ExamPrices | undefined
  /**
   * Wait before a busy endpoint is asked again, in milliseconds; at most three times, each four times as long. @default 2000
   */
  readonly retryDelayMs?: number | undefined
  /** Ends the run; answers so far are stored. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ExamProgress) => void) | undefined
}

export interface ExamPrices {
  readonly input: number
  readonly output: number
}

export interface ExamProgress {
  /** Calls that were answered, and about how many there will be. */
  readonly answered: number
  readonly calls: number
  readonly case: string
  readonly step: string
}

/** An exam that is ready to run. No model has been asked yet. */
export interface PreparedExam {
  readonly cases: readonly PreparedCase[]
  /** Calls, tokens and money that it will take, without answers that are already in the folder. */
  readonly estimate: CallTotals
  readonly skipped: ExamReport['skipped']
  hold(): Promise<ExamReport>
}

export type PreparedCase = Pick<
  CaseReport,
  'name' | 'session' | 'at' | 'message' | 'historyTokens' | 'budget'
>

export const examDefaults = {
  questions: 12,
  cases: 8,
  parallel: 4,
  timeoutMs: 300_000,
  maxPromptTokens: 150_000,
  maxOutputTokens: 8000,
  retryDelayMs: 2000,
}

/** Sessions, or prepared cases. */
export type ExamInput = AsyncIterable<NamedTranscript | ExamCase> | Iterable<NamedTranscript | ExamCase>

/** Prepares an exam and runs it. Rejects if no model answers at all, and when it is interrupted. */
export async function holdExam(sessions: ExamInput, options: ExamOptions): Promise<ExamReport> {
  return (await prepareExam(sessions, options)).hold()
}

export async function prepareExam(sessions: ExamInput, options: ExamOptions): Promise<PreparedExam> {
  const settings = resolved(options)
  const reader = askedModel(settings.reader)
  const examiner = settings.examiner === undefined ? reader : askedModel(settings.examiner)
  const methods = (settings.methods ?? defaultExamMethods).map(methodOf)
  const twice = methods.find(({ name }, index) => methods.findIndex(each => each.name === name) < index)
  if (twice !== undefined) throw optionError(`The method ${twice.name} is there twice.`)
  const allowSecrets = settings.allowSecrets === true
  const { counter, ranker } = countersFor({})
  const { cases, skipped } = await collectCases(sessions, settings, settings.cases)
  const examined = cases.map((each, index): NamedCase => {
    const examCase = allowSecrets ? each : maskCase(each)
    return { examCase, name: `${index + 1}. ${basename(each.session)}, before message ${each.message + 1}` }
  })
  const folder = examFolder(settings.folder)
  const made = new Map<string, Promise<ExamView | undefined>>()
  const examine = (
    { name, examCase }: NamedCase,
    caller: Caller,
    notes?: ExamNote[],
  ): Promise<ExaminedCase> =>
    examineCase(
      name,
      examCase,
      {
        reader,
        examiner,
        methods,
        count: settings.questions,
        maxPromptTokens: settings.maxPromptTokens,
        onNote: note => void notes?.push(note),
        viewOf(method) {
          const budget = method.budgetOf(examCase)
          // Without notes it is an estimate.
          if (notes === undefined && method.isCostly === true)
            return Promise.resolve({ text: placeholderText(budget), tokens: budget })
          const key = `${name} ${method.name}`
          const view = made.get(key) ?? examView(method, examCase)
          made.set(key, view)
          return view
        },
      },
      caller,
    )
  const guess = estimatingCaller(folder, ranker, allowSecrets ? asItIs : maskSecrets)
  await Promise.all(examined.map(each => examine(each, guess)))
  const estimate = priced(guess.totals(), settings.prices)

  return {
    cases: examined.map(({ name, examCase: { session, at, message, history, budget } }) => ({
      name,
      session,
      at,
      message,
      historyTokens: history.tokens,
      budget,
    })),
    estimate,
    skipped,
    async hold() {
      let answered = 0
      const caller = modelCaller({
        cache: folder,
        counter,
        parallel: settings.parallel,
        timeoutMs: settings.timeoutMs,
        maxOutputTokens: settings.maxOutputTokens,
        retryDelayMs: settings.retryDelayMs,
        allowSecrets,
        signal: settings.signal,
        onCall: call => {
          answered += 1
          settings.onProgress?.({ ...call, answered, calls: Math.max(answered, estimate.calls) })
        },
      })
      const notes: ExamNote[] = []
      const results = await Promise.all(
        examined.map(async (each, index) => {
          const result = await examine(each, caller, notes)
          folder.writeCase(index + 1, each.examCase, result)
          return result
        }),
      )
      const { reused, ...used } = caller.totals()
      const failures = [...caller.notes, ...notes]
      if (cases.length > 0 && answered === 0 && reused === 0)
        throw new FoveaError(
          'model-failed',
          `No call was answered. The first: ${failures[0]?.why ?? 'no reason'}`,
        )
      const reports = results.map(({ report }) => report)
      const report: ExamReport = {
        version: 1,
        reader: reader.name,
        examiner: examiner.name,
        cases: reports,
        methods: methodScores(reports, methods),
        differences: methodDifferences(reports, methods),
        regraded: {
          answers: results.reduce((sum, { regraded }) => sum + regraded.answers, 0),
          agreed: results.reduce((sum, { regraded }) => sum + regraded.agreed, 0),
        },
        estimate,
        used: priced(used, settings.prices),
        reused,
        notes: failures,
        skipped,
      }
      folder.writeReport(report)
      return report
    },
  }
}

interface NamedCase {
  readonly name: string
  readonly examCase: ExamCase
}

function methodOf(method: string | ExamMethod): ExamMethod {
  if (typeof method !== 'string') return method
  const known = examMethodNamed(method)
  if (known === undefined)
    throw optionError(
      `There is no method ${JSON.stringify(method)}. Known: ${examMethodNames.join(', ')}; each also with a size, as in fovea@2000, window@10% or fovea@4x.`,
    )
  return known
}

/** Session by session, reading no more than needed. */
async function collectCases(
  sessions: ExamInput,
  options: CaseOptions,
  maxCases: number,
): Promise<{ readonly cases: readonly ExamCase[]; readonly skipped: ExamReport['skipped'] }> {
  const counters = countersFor({})
  const cases: ExamCase[] = []
  const skipped: { name: string; why: string }[] = []
  for await (const session of sessions) {
    if ('history' in session) cases.push(session)
    else {
      const found = examCases(session, options, counters)
      if (found.length === 0)
        skipped.push({
          name: session.name,
          why: 'it is too short to forget anything, or its agent did nothing after a compaction',
        })
      cases.push(...found)
    }
    if (cases.length >= maxCases) break
  }
  return { cases: cases.slice(0, maxCases), skipped }
}

function priced(totals: CallTotals, prices: ExamPrices | undefined): CallTotals {
  if (prices === undefined) return totals
  const { inputTokens, outputTokens } = totals
  return { ...totals, cost: (inputTokens * prices.input + outputTokens * prices.output) / 1e6 }
}

function resolved(options: ExamOptions) {
  const settings = { ...options, ...examDefaults, ...present(options) }
  for (const name of ['questions', 'cases', 'parallel'] as const)
    if (!(Number.isInteger(settings[name]) && settings[name] >= 1))
      throw optionError(`${name} must be a whole number of at least 1.`)
  return settings
}
