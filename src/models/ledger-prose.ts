/** Whether what a model wrote about a session may stand in its ledger: entry by entry, against what was really said. */

import { asItIs } from './failure-text.ts'
import { nameChecker } from './invented-name.ts'
import type { LedgerProse } from './model.ts'
import { firstUntrueQuote } from './quotes.ts'

/** Proposals of a model that held, and why the others did not. */
export interface JudgedProse {
  readonly prose: LedgerProse
  readonly accepted: number
  readonly rejected: readonly string[]
}

const longestEntry = 600
const maxSteps = 12
const maxDecisions = 20

/** Never throws, whatever the answer is. `source`: all that was said, with its secrets hidden. */
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

function listOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
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
    if (text.length > longestEntry) return { why: `${shown} is longer than ${longestEntry} characters` }
    if (hide(text) !== text) return { why: 'an entry holds a secret' }
    const untrue = firstUntrueQuote(text, source)
    if (untrue !== undefined)
      return { why: `nobody said ${JSON.stringify(untrue.slice(0, 60).toWellFormed())}` }
    const invented = inventedName(text)
    return invented === undefined
      ? { text }
      : { why: `${JSON.stringify(invented)} occurs nowhere in the session` }
  }
}
