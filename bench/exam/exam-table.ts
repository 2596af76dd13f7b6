/** The table of an exam: the mean grade of each method in percent, by kind of question, with an interval over cases. */
import { table } from '../evaluation-tables.ts'
import { type ExamCase, type QuestionKind, questionKinds } from './exam-case.ts'
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
  const grades = gradesOf(folder, number) ?? {}
  const letters = [...lettersOf(folder, number)].filter(([letter]) => grades[letter] !== undefined)
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

export function examTable({ questions, usable }: ExamResults): string {
  const methods = [...new Set(questions.map(({ method }) => method))].sort()
  const lines = methods.map(method => {
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
  return table(['method', 'cases', 'all', ...questionKinds, 'usable', 'wrong'], lines, '')
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

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
