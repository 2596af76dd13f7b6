/** What a grader gets of a case: the key, and the answers of all methods under letters that reveal no method. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersSideBySide, type Grades, lettersFor } from '../../src/tools/evaluate/exam/grading-prompt.ts'
import { caseName, type ExamCase } from './exam-case.ts'

/** What a reader wrote beside the view. */
export interface Answers {
  readonly answers: Readonly<Record<string, string>>
  /** How usable the view was for going on, from 1 to 10. */
  readonly usable: number
  readonly missing?: string
  readonly useless?: string
}

export function methodFolders(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'grading')
    .map(({ name }) => name)
    .sort()
}

export function answersOf(folder: string, method: string, number: number): Answers | undefined {
  const file = join(folder, method, `case-${caseName(number)}`, 'answers.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Answers) : undefined
}

/** The methods that were read for a case, each by its letter; another order for every case. */
export function lettersOf(folder: string, number: number): ReadonlyMap<string, string> {
  const read = methodFolders(folder).filter(method => answersOf(folder, method, number) !== undefined)
  return lettersFor(read, number)
}

/** Returns whether there is anything to grade. */
export function prepareGrading({ number, questions }: ExamCase, folder: string): boolean {
  const letters = lettersOf(folder, number)
  if (letters.size === 0) return false
  const sheet = answersSideBySide(
    questions,
    letters,
    (method, id) => answersOf(folder, method, number)?.answers[String(id)],
  )
  mkdirSync(join(folder, 'grading'), { recursive: true })
  writeFileSync(join(folder, 'grading', `case-${caseName(number)}.md`), `${sheet}\n`)
  return true
}

export function gradesOf(folder: string, number: number): Grades | undefined {
  const file = join(folder, 'grading', `case-${caseName(number)}.grades.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Grades) : undefined
}
