/** Grades answers blindly, side by side; if methods differ, a second time under other letters. */
import { type Caller, usualSizes } from './exam-call.ts'
import type { AskedModel } from './exam-model.ts'
import { answersSideBySide, gradesIn, gradingPrompt, lettersFor } from './grading-prompt.ts'
import type { Question } from './question.ts'
import { isUnknown, type Reading } from './reading-prompt.ts'

interface ReadAnswers {
  readonly questions: readonly Question[]
  /** By method. */
  readonly readings: ReadonlyMap<string, Reading>
}

/** By method, and then by the number of the question. */
type GradesByMethod = ReadonlyMap<string, ReadonlyMap<number, number>>

export interface Graded {
  readonly grades: GradesByMethod
  /** The answers as the grader saw them. */
  readonly sheet: string
  readonly letters: ReadonlyMap<string, string>
  /** Answers of "unknown" that the grader gave a grade; they count as 0. */
  readonly overruled: number
}

/** Grades all answers once. `assumedGrade` is for the estimate. `undefined` without a usable reply. */
export async function gradedAnswers(
  { case: of, step, seed }: { readonly case: string; readonly step: string; readonly seed: string },
  { questions, readings }: ReadAnswers,
  examiner: AskedModel,
  caller: Caller,
  assumedGrade: (letter: number, question: number) => number,
): Promise<Graded | undefined> {
  const letters = lettersFor([...readings.keys()], seed)
  const answerOf = (method: string, id: number): string | undefined =>
    readings.get(method)?.answers[String(id)]
  const sheet = answersSideBySide(questions, letters, answerOf)
  const ids = questions.map(({ id }) => id)
  const size = letters.size * (ids.length * usualSizes.grade + usualSizes.letter)
  const given = await caller.ask(examiner, {
    case: of,
    step,
    prompt: gradingPrompt(sheet),
    read: reply => gradesIn(reply, letters.keys(), ids),
    assumed: () => ({
      value: Object.fromEntries(
        Array.from(letters.keys(), (letter, index) => [
          letter,
          Object.fromEntries(ids.map((id, at) => [id, assumedGrade(index, at)])),
        ]),
      ),
      tokens: size,
    }),
  })
  if (given === undefined) return undefined
  let overruled = 0
  const grades = new Map(
    Array.from(letters, ([letter, method]) => [
      method,
      new Map(
        ids.map(id => {
          // An answer of "unknown" is worth nothing, whatever grade it got.
          const grade = given[letter]?.[String(id)] ?? 0
          if (!isUnknown(answerOf(method, id))) return [id, grade] as const
          if (grade !== 0) overruled += 1
          return [id, 0] as const
        }),
      ),
    ]),
  )
  return { grades, sheet, letters, overruled }
}

/** The questions on which methods got different grades: they decide which method is ahead. */
export function disputedQuestions(
  questions: readonly Question[],
  grades: GradesByMethod,
): readonly Question[] {
  return questions.filter(({ id }) => new Set(Array.from(grades.values(), own => own.get(id) ?? 0)).size > 1)
}
