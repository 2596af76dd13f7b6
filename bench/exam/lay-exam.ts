/** Lays out what a reader of the exam gets: one folder a method and case, with the view and the questions, never the answers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fittedView } from '../../src/tools/evaluate/fitted-view.ts'
import { methods } from '../../src/tools/evaluate/methods/index.ts'
import type { Message } from '../../src/types.ts'
import { caseName, type ExamCase } from './exam-case.ts'
import { shownView } from './shown-view.ts'

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

/** `undefined` where the method has nothing to say of the case, as a summary that nobody wrote. */
export async function layCase(
  examCase: ExamCase,
  method: ExamMethod,
  folder: string,
): Promise<{ readonly tokens: number } | undefined> {
  const { number, history, budget, questions } = examCase
  const found = methods.find(({ name }) => name === method.name)
  const fitted = found && (await fittedView(found, history, budget * method.times))
  if (fitted === undefined) return undefined
  const place = join(folder, methodFolder(method), `case-${caseName(number)}`)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'view.md'), `${textOf(fitted.view.messages)}\n`)
  const asked = questions.map(({ id, question }) => `${id}. ${question}`)
  writeFileSync(join(place, 'questions.md'), `${asked.join('\n')}\n`)
  return { tokens: fitted.tokens }
}

function textOf(messages: readonly Message[]): string {
  const [only, ...others] = messages
  const block = only?.blocks[0]
  // One text needs no speaker.
  return others.length === 0 && only?.blocks.length === 1 && block?.type === 'text'
    ? block.text
    : shownView(messages)
}
