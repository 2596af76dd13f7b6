/** Asks a model for the prose of a ledger, and checks every entry. */
import type { Note } from '../types.ts'
import { type AskLimits, askAll } from './ask-all.ts'
import { asItIs } from './failure-text.ts'
import type { LedgerProse, LedgerWriter } from './model.ts'
import { nameChecker } from './name-checker.ts'
import { firstUntrueQuote } from './quotes.ts'

interface WriteOptions extends AskLimits {
  readonly writer: LedgerWriter
  /** Maximum length of the answer. @default 800 */
  readonly maxTokens?: number | undefined
  readonly preserveTerms?: readonly string[] | undefined
}

interface WrittenProse {
  /** Absent where no entry was valid, or where there was no answer. */
  readonly prose?: LedgerProse
  readonly notes: readonly Note[]
  readonly calls: number
}

type Answered = { readonly outcome: 'answered' } & JudgedProse

/** Never rejects. `shown`: what the model reads. `source`: everything that it may refer to. */
export async function writeProse(
  shown: string,
  source: string,
  options: WriteOptions,
): Promise<WrittenProse> {
  const { writer, maxTokens = 800, preserveTerms, hide } = options
  const terms = preserveTerms === undefined ? {} : { preserveTerms }
  const { outcomes, calls } = await askAll<{ key: string; text: string }, Answered>(
    [{ key: 'ledger', text: shown }],
    {
      ...options,
      ask: async ({ text }, signal) => ({
        outcome: 'answered',
        ...judgeProse(await writer(text, { role: 'assistant', maxTokens, signal, ...terms }), source, hide),
      }),
    },
  )
  const [answer] = outcomes
  if (answer?.outcome !== 'answered')
    return {
      notes: [
        {
          code: `ledger-${answer?.outcome ?? 'failed'}`,
          message: `The ledger is without a model's prose: ${answer?.why ?? 'no answer'}.`,
        },
      ],
      calls,
    }
  const { prose, accepted, rejected } = answer
  const notes = rejected.map(why => ({
    code: 'ledger-rejected',
    message: `An entry of the model was left out: ${why}.`,
  }))
  return accepted === 0 ? { notes, calls } : { prose, notes, calls }
}

/** The valid entries of a model's answer, and why the others are not valid. */
interface JudgedProse {
  readonly prose: LedgerProse
  readonly accepted: number
  readonly rejected: readonly string[]
}

const maxEntryLength = 600
const maxSteps = 12
const maxDecisions = 20

/** Never throws, whatever the answer is. `source`: the whole conversation, with secrets masked. */
export function judgeProse(
  answer: unknown,
  source: string,
  hide: (text: string) => string = asItIs,
): JudgedProse {
  const rejected: string[] = []
  const checked = checker(source, hide)
  let accepted = 0
  const entry = (value: unknown): string | undefined => {
    if (value === undefined || value === null) return undefined
    const verdict = checked(value)
    if ('why' in verdict) rejected.push(verdict.why)
    else accepted += 1
    return 'why' in verdict ? undefined : verdict.text
  }
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as Readonly<
    Record<string, unknown>
  >
  const intent = entry(fields['intent'])
  const state = entry(fields['state'])
  const next = listOf(fields['next'], maxSteps).flatMap(step => entry(step) ?? [])
  const decisions = listOf(fields['decisions'], maxDecisions).flatMap(item => {
    const { decision, why } = (
      typeof item === 'object' && item !== null ? item : { decision: item }
    ) as Readonly<Record<string, unknown>>
    const text = entry(decision)
    const reason = text === undefined ? undefined : entry(why)
    return text === undefined ? [] : [{ decision: text, ...(reason === undefined ? {} : { why: reason }) }]
  })
  if (accepted === 0 && rejected.length === 0) rejected.push('the answer has no entry of a ledger')
  const prose = {
    ...(intent === undefined ? {} : { intent }),
    ...(state === undefined ? {} : { state }),
    next,
    decisions,
  }
  return { prose, accepted, rejected }
}

function listOf(value: unknown, maxEntries: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxEntries) : []
}

type Verdict = { readonly text: string } | { readonly why: string }

const placeholder =
  /^(?:none|n\/a|tbd|unknown|-|…|\.{3})[.]?$|\[(?:tbd|todo|required|placeholder)[^\]]{0,80}\]/i

function checker(source: string, hide: (text: string) => string): (value: unknown) => Verdict {
  const inventedName = nameChecker(source)
  return value => {
    if (typeof value !== 'string' || !value.isWellFormed()) return { why: `an entry is no text` }
    const text = value.replace(/\s+/g, ' ').trim()
    const shown = JSON.stringify(hide(text).slice(0, 60).toWellFormed())
    if (text === '' || placeholder.test(text)) return { why: `${shown} says nothing` }
    if (text.length > maxEntryLength) return { why: `${shown} is longer than ${maxEntryLength} characters` }
    if (hide(text) !== text) return { why: 'an entry holds a secret' }
    const untrue = firstUntrueQuote(text, source)
    if (untrue !== undefined)
      return { why: `no message says ${JSON.stringify(untrue.slice(0, 60).toWellFormed())}` }
    const invented = inventedName(text)
    return invented === undefined
      ? { text }
      : { why: `${JSON.stringify(invented)} occurs nowhere in the session` }
  }
}
