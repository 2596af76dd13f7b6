/** What is examined: a method that makes views, and the size of its views. */
import { optionError } from '../../../errors.ts'
import type { Message } from '../../../types.ts'
import { fittedView } from '../fitted-view.ts'
import type { Method } from '../method.ts'
import { methods } from '../methods/index.ts'
import { slidingWindow } from '../methods/sliding-window.ts'
import { vendorSummary } from '../methods/vendor-summary.ts'
import type { MethodInfo } from '../report.ts'
import type { ExamCase } from './exam-case.ts'
import { speakerOf } from './numbered-blocks.ts'

export interface ExamMethod extends MethodInfo {
  readonly method: Method
  /** It calls other services or takes long: it makes no view for an estimate. */
  readonly isCostly?: true
  /** The maximum size of a view of this case, in tokens. */
  budgetOf(examCase: ExamCase): number
}

export interface ExamView {
  readonly text: string
  readonly tokens: number
}

/** A ceiling reads what comes after the cut, which an exam does not have. */
const known: readonly Method[] = methods.filter(({ kind }) => kind !== 'ceiling')

/** Names for options: `fovea rules` is also `rules`, the vendor's summary is `vendor`. */
export const examMethodNames: readonly string[] = known.map(({ name }) => shortName(name))

function shortName(name: string): string {
  if (name === vendorSummary.name) return 'vendor'
  // A strategy and a baseline have the same name.
  if (name === `fovea ${slidingWindow.name}`) return 'fovea-window'
  return name.startsWith('fovea ') ? name.slice('fovea '.length) : name.replaceAll(' ', '-')
}

/** `coverage` is the default strategy for a budget. */
const aliases: Readonly<Record<string, string>> = { coverage: 'fovea' }

export const defaultExamMethods: readonly string[] = ['window', 'masking', 'vendor', 'fovea']

/**
 * `fovea` at the size of the case, `rules@2000` in at most 2,000 tokens, `window@10%` of the history, `fovea@4x` four times the
 * size of the case. `undefined` if no method has this name.
 */
export function examMethodNamed(text: string): ExamMethod | undefined {
  const [written = '', size, ...more] = text.trim().split('@')
  const wanted = aliases[written] ?? written
  const method = known.find(({ name }) => name === wanted || shortName(name) === wanted)
  if (method === undefined || more.length > 0) return undefined
  return examMethod(method, size)
}

/** Any method, with a size as in `examMethodNamed`. */
export function examMethod(method: Method, size?: string): ExamMethod {
  const { name, describe, kind } = method
  if (size === undefined) return { name, describe, kind, method, budgetOf: ({ budget }) => budget }
  if (method.ignoresBudget) throw optionError(`${name} has the size that it has: write it without @${size}.`)
  return {
    name: `${name}@${size}`,
    describe: `${describe}, at ${size}`,
    kind,
    method,
    budgetOf: budgetAt(size),
  }
}

function budgetAt(size: string): ExamMethod['budgetOf'] {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,6})?)(%|x)?$/.exec(size) ?? []
  const amount = Number(number)
  if (!(amount > 0) || (unit === '%' && amount > 100))
    throw optionError(
      `@${size} is no size of a view: write tokens (@2000), a share of the history (@10%) or times the case's size (@4x).`,
    )
  const sizeOf = ({ history, budget }: ExamCase): number => {
    if (unit === '%') return (history.tokens * amount) / 100
    return unit === 'x' ? budget * amount : amount
  }
  return examCase => Math.max(1, Math.floor(sizeOf(examCase)))
}

/** `undefined` if the method has no view of the case, for example no summary; an empty view counts. */
export async function examView(examined: ExamMethod, examCase: ExamCase): Promise<ExamView | undefined> {
  const fitted = await fittedView(examined.method, examCase.history, examined.budgetOf(examCase))
  return fitted === undefined ? undefined : { text: shownView(fitted.view.messages), tokens: fitted.tokens }
}

/** A single text needs no speaker; otherwise every speaker is named, and calls and results are shown as they are. */
export function shownView(messages: readonly Message[]): string {
  const [only, ...others] = messages
  const block = only?.blocks[0]
  if (others.length === 0 && only?.blocks.length === 1 && block?.type === 'text') return block.text
  const spoken = messages.flatMap(({ role, blocks }) =>
    blocks.flatMap(each => (each.type === 'opaque' ? [] : `[${speakerOf(role, each)}]\n${each.text}`)),
  )
  return spoken.join('\n\n')
}
