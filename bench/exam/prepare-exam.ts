/** Writes the folder of a reader for each method and case: the view and the questions, never the answers. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt } from '../../src/receipt.ts'
import { shownView } from '../../src/tools/evaluate/exam/exam-method.ts'
import { fittedView } from '../../src/tools/evaluate/fitted-view.ts'
import { methods } from '../../src/tools/evaluate/methods/index.ts'
import type { Message } from '../../src/types.ts'
import { caseName, type ExamCase } from './exam-case.ts'
import { writerPrompt, writtenView } from './writer-view.ts'

/** A way to make a view: a method by its name, and how many times the size of the case. */
export interface ExamMethod {
  readonly name: string
  readonly times: number
}

/** `fovea` → the size of the case, `fovea*4` → four times that. */
export function examMethod(text: string): ExamMethod {
  const [name = '', times = '1'] = text.split('*')
  if (!methods.some(method => method.name === name)) throw new Error(`No method is called ${name}.`)
  return { name, times: Number(times) }
}

export function methodFolder({ name, times }: ExamMethod): string {
  return times === 1 ? name.replaceAll(' ', '-') : `${name.replaceAll(' ', '-')}-x${times}`
}

/** `undefined` where the method has nothing for the case, such as a missing summary. */
export async function prepareCase(
  examCase: ExamCase,
  method: ExamMethod,
  folder: string,
): Promise<{ readonly tokens: number } | undefined> {
  const { history, budget } = examCase
  const found = methods.find(({ name }) => name === method.name)
  const fitted = found && (await fittedView(found, history, budget * method.times))
  if (fitted === undefined) return undefined
  writeCaseFolder(examCase, join(folder, methodFolder(method)), fitted.view.messages)
  return { tokens: fitted.tokens }
}

/** The folder of the prompts and answers of one case. */
function caseFolder(folder: string, { number }: ExamCase): string {
  return join(folder, `case-${caseName(number)}`)
}

/** What a writer would be asked for the note of a case. */
export async function prepareWriterRequest(
  examCase: ExamCase,
  folder: string,
): Promise<{ readonly tokens: number } | undefined> {
  const prompt = await writerPrompt(examCase)
  if (prompt === undefined) return undefined
  const place = caseFolder(folder, examCase)
  mkdirSync(place, { recursive: true })
  const text = `${prompt.system}\n\n${prompt.user}\n`
  writeFileSync(join(place, 'prompt.md'), text)
  return { tokens: examCase.history.counters.counter.count(text) }
}

/** The view with the answer of a writer, through the checks that every note goes through. */
export async function prepareWrittenCase(
  examCase: ExamCase,
  answers: string,
  folder: string,
): Promise<{ readonly tokens: number; readonly receipt: Receipt } | undefined> {
  const answer = join(caseFolder(answers, examCase), 'answer.md')
  if (!existsSync(answer)) return undefined
  const text = readFileSync(answer, 'utf8')
  const { messages, receipt, tokens } = await writtenView(examCase, () => text)
  writeCaseFolder(examCase, join(folder, 'fovea-writer'), messages)
  return { tokens, receipt }
}

function writeCaseFolder(examCase: ExamCase, folder: string, messages: readonly Message[]): void {
  const place = caseFolder(folder, examCase)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'view.md'), `${shownView(messages)}\n`)
  const asked = examCase.questions.map(({ id, question }) => `${id}. ${question}`)
  writeFileSync(join(place, 'questions.md'), `${asked.join('\n')}\n`)
}
