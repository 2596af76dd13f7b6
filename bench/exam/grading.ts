/** What a grader gets of a case: the key, and the answers of all methods under letters that tell no method from another. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '../../src/tokens/hash.ts'
import { caseName, type ExamCase } from './exam-case.ts'

/** What a reader wrote beside the view. */
export interface Answers {
  readonly answers: Readonly<Record<string, string>>
  /** How usable the view was for going on, from 1 to 10. */
  readonly usable: number
  readonly missing?: string
  readonly useless?: string
}

/** By letter: the grade of each question, 1, 0.5, 0 or -0.5. */
export type Grades = Readonly<Record<string, Readonly<Record<string, number>>>>

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
  const shuffled = read.toSorted((one, other) =>
    hashText(`${one} ${number}`) < hashText(`${other} ${number}`) ? -1 : 1,
  )
  return new Map(shuffled.map((method, index) => [String.fromCharCode(65 + index), method]))
}

/** Returns whether there is anything to grade. */
export function layGrading({ number, questions }: ExamCase, folder: string): boolean {
  const letters = lettersOf(folder, number)
  if (letters.size === 0) return false
  const parts = questions.map(({ id, question, answer }) => {
    const given = Array.from(letters, ([letter, method]) => {
      const said = answersOf(folder, method, number)?.answers[String(id)] ?? 'unknown'
      return `- ${letter}: ${said.replaceAll('\n', ' ')}`
    })
    return [`## ${id}. ${question}`, `Key: ${answer}`, ...given].join('\n')
  })
  mkdirSync(join(folder, 'grading'), { recursive: true })
  writeFileSync(join(folder, 'grading', `case-${caseName(number)}.md`), `${parts.join('\n\n')}\n`)
  return true
}

export function gradesOf(folder: string, number: number): Grades | undefined {
  const file = join(folder, 'grading', `case-${caseName(number)}.grades.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Grades) : undefined
}
