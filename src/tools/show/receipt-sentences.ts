/** A receipt in sentences, for people. */
import type { Change, Receipt, TokenCount } from '../../receipt.ts'
import type { ReducerName } from '../../types.ts'

export function receiptSentences(receipt: Receipt, messages: { before: number; after: number }): string[] {
  const { tokens, budget, auto, gate, note, changes, losses, notes } = receipt
  const { before, after } = tokens
  const sentences = [
    `${count(messages.before, 'message')} with ${tokenText(before)} tokens became ${count(messages.after, 'message')} with ${tokenText(after)}: ${share(after.tokens, before.tokens)} of them, by the strategy ${receipt.strategy}.`,
  ]
  if (auto !== undefined) sentences.push(`The strategy was chosen because: ${auto.reasons.join('; ')}.`)
  if (budget !== undefined)
    sentences.push(
      budget.met
        ? `The budget of ${number(budget.tokens)} tokens is met.`
        : `The budget of ${number(budget.tokens)} tokens is not met: what may not be left out takes ${number(budget.floor?.tokens ?? 0)} (${floorParts(budget.floor?.parts ?? {})}).`,
    )
  for (const [reducer, group = []] of Object.entries(Object.groupBy(changes, change => change.reducer)))
    sentences.push(changeSentence(reducer as ReducerName, group))
  if (changes.length === 0) sentences.push('Nothing was changed.')
  else
    sentences.push(
      losses.lossy === 0
        ? `Every original is stored under a handle: all ${number(changes.length)} of them come back to the byte.`
        : `Every original is stored under a handle; ${number(losses.lossy)} of ${count(changes.length, 'text')} say less than what they replace.`,
    )
  if (gate !== undefined)
    sentences.push(
      `Asked about what was removed, the view answers ${number(gate.visible)} of ${count(gate.probes, 'question')}, and ${number(gate.criticalVisible)} of ${number(gate.critical)} critical ones.`,
    )
  if (note?.outcome === 'written')
    sentences.push(`A model wrote a note of ${number(note.tokens)} tokens that is in the view.`)
  return [...sentences, ...notes.map(({ message }) => message)]
}

function changeSentence(reducer: ReducerName, changes: readonly Change[]): string {
  const sum = (key: 'tokensBefore' | 'tokensAfter'): number =>
    changes.reduce((total, change) => total + change[key], 0)
  const messages = changes.reduce((total, { merged = [] }) => total + merged.length, changes.length)
  const isSpan = changes.some(({ merged = [] }) => merged.length > 0)
  const what = isSpan
    ? `${count(messages, 'message')} in ${count(changes.length, 'stretch', 'stretches')}`
    : count(changes.length, 'text')
  const reasons = [...new Set(changes.map(({ reason }) => reason))]
  return `${what} gave way to a shorter form (${reducer}): ${number(sum('tokensBefore'))} tokens became ${number(sum('tokensAfter'))}, because: ${reasons.slice(0, 3).join('; ')}.`
}

function floorParts(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, tokens]) => `${name} ${number(tokens)}`)
    .join(', ')
}

function tokenText({ tokens, exact }: TokenCount): string {
  return `${exact ? '' : 'about '}${number(tokens)}`
}

function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`
}

export function number(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`
}
