/** What the readers of the exam answered from views of the size of the agent's own summary, by method. */
import type { ExamResults } from '../exam/exam-table.ts'

export interface ExamScore {
  readonly method: string
  readonly cases: number
  /** Mean grade in percent. */
  readonly score: number
}

export function examScores({ questions }: ExamResults): ReadonlyMap<string, ExamScore> {
  const atCompactions = questions.filter(({ at, case: number }) => at === 'compaction' && number < 100)
  return new Map(
    [...Map.groupBy(atCompactions, ({ method }) => method)].map(([method, own]) => [
      method,
      {
        method,
        cases: new Set(own.map(each => each.case)).size,
        score: (100 * own.reduce((sum, { grade }) => sum + grade, 0)) / own.length,
      },
    ]),
  )
}
