/** Runs one case from its history to graded answers: questions, one reading for each view, grading. */
import { failureText } from '../../../models/failure-text.ts'
import { present } from '../../../tokens/json-value.ts'
import { type Caller, placeholderText, usualSizes } from './exam-call.ts'
import type { ExamCase } from './exam-case.ts'
import type { ExamMethod, ExamView } from './exam-method.ts'
import { examQuestions, type QuestionSettings } from './exam-questions.ts'
import type { CaseReport, ExamNote, GradedAnswer, ViewReport } from './exam-report.ts'
import { disputedQuestions, type Graded, gradedAnswers } from './grade-answers.ts'
import type { Question } from './question.ts'
import { isUnknown, type Reading, readingIn, readingPrompt, unknown } from './reading-prompt.ts'

interface ExamineSettings extends QuestionSettings {
  readonly methods: readonly ExamMethod[]
  /** The view of a method; made once and cached. */
  viewOf(method: ExamMethod, examCase: ExamCase): Promise<ExamView | undefined>
  readonly onNote: (note: ExamNote) => void
}

export interface ExaminedCase {
  readonly report: CaseReport
  readonly views: ReadonlyMap<string, ExamView>
  readonly readings: ReadonlyMap<string, Reading>
  /** The first and the second grading, as far as they exist. */
  readonly gradings: readonly Graded[]
  readonly regraded: { readonly answers: number; readonly agreed: number }
}

export async function examineCase(
  name: string,
  examCase: ExamCase,
  settings: ExamineSettings,
  caller: Caller,
): Promise<ExaminedCase> {
  const { examiner } = settings
  const { kept: questions, dropped } = await examQuestions(name, examCase, settings, caller)
  if (questions.length === 0) settings.onNote({ case: name, step: 'questions', why: 'none was left to ask' })
  const views = await viewsOf(name, examCase, settings)
  const readings = await readViews(name, questions, views, settings, caller)
  const grade = (asked: readonly Question[], step: string, seed: string): Promise<Graded | undefined> =>
    gradedAnswers({ case: name, step, seed }, { questions: asked, readings }, examiner, caller, assumedGrade)
  const first = readings.size === 0 ? undefined : await grade(questions, 'grading', name)
  const disputed = first === undefined ? [] : disputedQuestions(questions, first.grades)
  const second = disputed.length === 0 ? undefined : await grade(disputed, 'second grading', `again ${name}`)
  const gradings = [first, second].flatMap(grading => grading ?? [])
  const overruled = gradings.reduce((sum, grading) => sum + grading.overruled, 0)
  if (overruled > 0)
    settings.onNote({
      case: name,
      step: 'grading',
      why: `the grader gave a grade to ${answers(overruled)} of "unknown"; that counts 0`,
    })
  const pairs = pairsOf(gradings, disputed, [...readings.keys()])
  const contradicted = pairs.filter(([one = 0, other = 0]) => Math.abs(one - other) >= 1)
  if (contradicted.length > 0)
    settings.onNote({
      case: name,
      step: 'second grading',
      why: `the grader contradicted itself on ${answers(contradicted.length)}: right in one grading, worth nothing in the other; the mean counts`,
    })
  const { session, agent, at, message, history, budget } = examCase
  return {
    report: {
      name,
      session,
      ...(agent === undefined ? {} : { agent }),
      at,
      message,
      historyTokens: history.tokens,
      budget,
      questions,
      dropped,
      views: Array.from(views, ([method, view]) =>
        viewReport(method, view, questions, readings.get(method), gradings),
      ),
    },
    views,
    readings,
    gradings,
    regraded: { answers: pairs.length, agreed: pairs.filter(([one, other]) => one === other).length },
  }
}

function answers(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`
}

async function viewsOf(
  name: string,
  examCase: ExamCase,
  { methods, viewOf, maxPromptTokens, onNote }: ExamineSettings,
): Promise<ReadonlyMap<string, ExamView>> {
  const views = new Map<string, ExamView>()
  for (const method of methods)
    try {
      const view = await viewOf(method, examCase)
      if (view === undefined) continue
      if (view.tokens <= maxPromptTokens) views.set(method.name, view)
      else
        onNote({
          case: name,
          step: `view of ${method.name}`,
          why: `its ${view.tokens} tokens are more than a prompt may have (${maxPromptTokens})`,
        })
    } catch (error) {
      onNote({ case: name, step: `view of ${method.name}`, why: failureText(error) })
    }
  return views
}

/** Each view has its own reader; all run at once. */
async function readViews(
  name: string,
  questions: readonly Question[],
  views: ReadonlyMap<string, ExamView>,
  { reader }: ExamineSettings,
  caller: Caller,
): Promise<ReadonlyMap<string, Reading>> {
  if (questions.length === 0) return new Map()
  const readings = await Promise.all(
    Array.from(views, async ([method, { text }]) => {
      // An empty view answers nothing.
      const reading =
        text.trim() === ''
          ? { answers: {} }
          : await caller.ask(reader, {
              case: name,
              step: `reading by ${method}`,
              prompt: readingPrompt(text, questions),
              read: reply => readingIn(reply, questions),
              assumed: () => assumedReading(questions),
            })
      return reading === undefined ? [] : [[method, reading] as const]
    }),
  )
  return new Map(readings.flat())
}

function viewReport(
  method: string,
  { tokens }: ExamView,
  questions: readonly Question[],
  reading: Reading | undefined,
  gradings: readonly Graded[],
): ViewReport {
  const answers = questions.flatMap(({ id, kind }): GradedAnswer[] => {
    const grades = gradings.flatMap(({ grades: by }) => by.get(method)?.get(id) ?? [])
    if (reading === undefined || grades.length === 0) return []
    const answer = reading.answers[String(id)] ?? unknown
    const grade = grades.reduce((sum, each) => sum + each, 0) / grades.length
    return [{ id, kind, answer: isUnknown(answer) ? unknown : answer, grade, gradings: grades }]
  })
  const { usable, missing, useless } = reading ?? {}
  return { method, tokens, ...present({ usable, missing, useless }), answers }
}

/** The pairs of grades of answers that were graded twice. */
function pairsOf(
  [first, second]: readonly Graded[],
  disputed: readonly Question[],
  methods: readonly string[],
): readonly (readonly (number | undefined)[])[] {
  if (first === undefined || second === undefined) return []
  return methods.flatMap(method =>
    disputed.map(({ id }) => [first, second].map(({ grades }) => grades.get(method)?.get(id))),
  )
}

function assumedReading(questions: readonly Question[]): {
  readonly value: Reading
  readonly tokens: number
} {
  return {
    value: {
      answers: Object.fromEntries(questions.map(({ id }) => [id, placeholderText(usualSizes.answer)])),
      usable: 5,
    },
    tokens: questions.length * (usualSizes.answer + answerFrame) + usualSizes.remarks,
  }
}

/** Tokens of the number of an answer, with quotation marks and comma. */
const answerFrame = 6

/**
 * Assumes that methods differ on every other question: 37 % in the project's own exam, whose methods are closer to each other.
 */
function assumedGrade(letter: number, question: number): number {
  return question % 2 === 0 || letter % 2 === 0 ? 1 : 0
}
