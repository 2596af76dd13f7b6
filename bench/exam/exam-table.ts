/** The table of an exam: the mean grade of each method in percent, by kind of question, with an interval over cases. */
import { mean } from '../../src/tools/evaluate/exam/exam-scores.ts'
import { type QuestionKind, questionKinds } from '../../src/tools/evaluate/exam/question.ts'
import { table } from '../evaluation-tables.ts'
import type { ExamCase } from './exam-case.ts'
import { answersOf, gradesOf, lettersOf } from './grading.ts'

export interface GradedQuestion {
  readonly method: string
  readonly case: number
  readonly at: ExamCase['at']
  readonly id: number
  readonly kind: QuestionKind
  readonly grade: number
}

export interface ExamResults {
  readonly questions: readonly GradedQuestion[]
  readonly usable: readonly { readonly method: string; readonly case: number; readonly usable: number }[]
}

export function gradedQuestions(
  { number, at, questions }: Pick<ExamCase, 'number' | 'at' | 'questions'>,
  folder: string,
): ExamResults {
  const grades = gradesOf(folder, number)
  if (grades === undefined) return { questions: [], usable: [] }
  const letters = [...lettersOf(folder, number)]
  // Letters are assigned again when a method is added or removed.
  if (letters.length !== Object.keys(grades).length || letters.some(([letter]) => !(letter in grades)))
    throw new Error(
      `Case ${number}: ${Object.keys(grades).length} methods were graded, and ${letters.length} are there now. Grade them again, or put them back.`,
    )
  return {
    questions: letters.flatMap(([letter, method]) =>
      questions.map(({ id, kind }) => {
        const grade = grades[letter]?.[String(id)]
        if (grade === undefined) throw new Error(`Case ${number}: question ${id} of ${letter} has no grade.`)
        return { method, case: number, at, id, kind, grade }
      }),
    ),
    usable: letters.map(([, method]) => ({
      method,
      case: number,
      usable: answersOf(folder, method, number)?.usable ?? 0,
    })),
  }
}

/** Which cases belong together: those of one kind of cut, and those of our own. */
function groupOf({ at, case: number }: Pick<GradedQuestion, 'at' | 'case'>): string {
  const isOwn = number >= firstOwn
  if (at === 'compaction')
    return `${isOwn ? 'other compactions' : 'compactions'}, at the size of the agent's own summary`
  return isOwn ? 'cuts of other agents, at 10 % of the history' : 'cuts, at 5 % of the history'
}

const firstOwn = 100

/** One row for each method and group of cases. */
export function examTable({ questions, usable }: ExamResults): string {
  const groups = [...Map.groupBy(questions, groupOf)]
  const rows = groups.flatMap(([group, own]) => {
    const cases = new Set(own.map(each => each.case))
    return rowsOf(
      own,
      usable.filter(each => cases.has(each.case)),
    ).map(row => [group, ...row])
  })
  const columns = ['cases', 'method', 'n', 'all', ...questionKinds, 'usable (1–10)', 'wrong']
  return table(columns, rows, `${caption} ${readersOf(questions)}`)
}

/** How many readers had each view. */
function readersOf(questions: readonly GradedQuestion[]): string {
  const readings = Map.groupBy(questions, ({ method, case: number, id }) => `${method} ${number} ${id}`)
  const counts = new Set(Array.from(readings.values(), ({ length }) => length))
  const said = [...counts].sort((one, other) => one - other).join(' or ')
  return `Readers and graders of each view: ${said}.`
}

const caption =
  'Mean grade in percent, ± half of a 95 % interval over cases. `fovea-x3`, `fovea-x4`: three and four times the size (at cuts 15 % of the history). `fovea-writer`: with a note that a model wrote from a larger view, of the same size in all. `wrong`: answers that were confidently wrong.'

function rowsOf(
  questions: readonly GradedQuestion[],
  usable: ExamResults['usable'],
): readonly (readonly string[])[] {
  const methods = [...new Set(questions.map(({ method }) => method))].sort()
  return methods.map(method => {
    const own = questions.filter(each => each.method === method)
    const ofCase = [...Map.groupBy(own, each => each.case).values()]
    const scores = usable.filter(each => each.method === method).map(each => each.usable)
    return [
      method,
      String(ofCase.length),
      `${percent(own)} ± ${interval(ofCase).toFixed(1)}`,
      ...questionKinds.map(kind => percent(own.filter(each => each.kind === kind))),
      mean(scores).toFixed(1),
      String(own.filter(({ grade }) => grade < 0).length),
    ]
  })
}

function percent(graded: readonly GradedQuestion[]): string {
  return graded.length === 0 ? '–' : (100 * mean(graded.map(({ grade }) => grade))).toFixed(1)
}

/** Half of a 95 % interval of the mean over cases. */
function interval(ofCase: readonly (readonly GradedQuestion[])[]): number {
  const means = ofCase.map(own => 100 * mean(own.map(({ grade }) => grade)))
  const center = mean(means)
  const variance = means.reduce((sum, each) => sum + (each - center) ** 2, 0) / Math.max(1, means.length - 1)
  return 1.96 * Math.sqrt(variance / Math.max(1, means.length))
}
