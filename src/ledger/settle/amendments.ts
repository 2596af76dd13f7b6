/** Rules that the user takes back or widens with the next message, and decisions that are taken back or changed in part. */
import { contentWords } from '../../scan/content-words.ts'
import { hasOneOf } from '../../scan/has-one-of.ts'
import { isWithdrawal, withdrawsLast } from '../../scan/withdrawal.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import type { Fact, Row } from '../ledger.ts'

/** `well, I think it should be …`, `actually, not …`, `I meant …`, `scratch that` */
const corrects = lazyPattern(
  String.raw`^\W{0,3}(?:(?:well|actually|hm+|wait|oh|sorry|ah)(?![\p{L}\p{N}])|no[,.!])[^\n]{0,140}\b(?:should|shouldn['\u2019]?t|instead|meant?|rather|not|don['\u2019]?t|needn['\u2019]?t)(?![\p{L}\p{N}])|^\W{0,3}(?:scratch that|never ?mind|nvm|on second thoughts?|i meant|make that|forget that|correction)(?![\p{L}\p{N}])`,
  'iu',
)
/** `or in the settings`, `when I say files I mean …` */
const widens = lazyPattern(
  String.raw`^\W{0,3}(?:or|i mean|when i (?:say|mean)|except|unless|but only)(?![\p{L}\p{N}])`,
  'iu',
)

/** Longer messages ask for something of their own. */
const maxLength = 300
/** With nothing between the two messages but what a program says. */
const maxGap = 2

/** `rows`: of rules. `talk`: in order. */
export function withAmendments(rows: readonly Row[], talk: readonly Fact[]): readonly Row[] {
  if (rows.length === 0) return rows
  const typed = talk.filter(({ kind }) => kind === 'typed')
  const next = new Map(typed.map(({ turn }, at) => [turn, typed[at + 1]]))
  return rows.map(row => {
    const isOpen = row.by === 'user' && row.supersededBy === undefined && row.amendedBy === undefined
    const following = isOpen ? next.get(row.last) : undefined
    if (following?.source === undefined) return row
    const said = following.about.slice(0, maxLength)
    if (withdrawsLast(said) || isWithdrawal(said)) return { ...row, supersededBy: following.turn }
    return amends(following, row) ? { ...row, amendedBy: following.turn } : row
  })
}

/** `don't add a test for this fix`, `leave the colours as they are here`: it holds for what is asked for now. */
const forNowPhrase =
  /\b(?:for|in|with|on) this (?:one|fix|change|commit|pr|pull request|patch|task|step|case|bug|issue|edit)(?![\w'’])|\b(?:this time|just (?:this )?once|here)(?!\w)(?! (?:is|are|was|were|we|you|i)(?!\w))/i

/** In small letters: one of these is in each of them. */
const forNowParts = [' this ', 'this time', 'once', 'here']

function holdsForNow(rule: string): boolean {
  return hasOneOf(rule.toLowerCase(), forNowParts) && forNowPhrase.test(rule)
}

/** `requested`: the message in which the user asked for something last. A rule for an earlier request is kept, not shown. */
export function withoutPassedRules(rows: readonly Row[], requested: number): readonly Row[] {
  return rows.map(row =>
    row.by === 'user' && row.state === '' && row.last < requested && holdsForNow(row.value)
      ? { ...row, state: 'hidden' }
      : row,
  )
}

function amends({ about, turn }: Fact, rule: Row): boolean {
  const said = about.trim()
  if (said.length > maxLength) return false
  if (piecesOf(said).isDisjointFrom(piecesOf(rule.value))) return false
  return corrects(said).test(said) || (turn - rule.last <= maxGap && widens(said).test(said))
}

/** `let's go back`: what was decided last does not hold any more. */
const goesBack = lazyPattern(
  String.raw`(?<!\bor )\b(?:let['\u2019]?s|lets|i['\u2019]?d|please) (?:just |rather |simply ){0,2}(?:go|roll|switch|change) (?:it |this |that )?back(?! and)(?![\p{L}\p{N}])`,
  'iu',
)
/** `revert that`: what was done just now. */
const takesBack = lazyPattern(String.raw`\b(?:revert|undo) (?:that|this|it)(?![\p{L}\p{N}])`, 'iu')
/** `…, but the other one needs it`: an answer that also speaks of what was answered before. */
const restricts = lazyPattern(String.raw`[,;.] (?:but|except|however)(?![\p{L}\p{N}])`, 'iu')

/** How many messages later the user may still refer to a decision, and to an action. */
const maxBack = 10
const maxTaken = 2

/** `rows`: decisions, in order. `talk`: in order. */
export function withReversals(rows: readonly Row[], talk: readonly Fact[]): readonly Row[] {
  const settled = [...rows]
  const decided = rows
    .flatMap((row, at) => (row.by === 'user' && row.state === '' ? [{ row, at }] : []))
    .sort((one, other) => one.row.last - other.row.last)
  takeBack(settled, decided, talk)
  amend(settled, decided)
  return settled
}

/** A decision of the user, and its place among the rows. */
interface Decided {
  readonly row: Row
  readonly at: number
}

function isOpen({ supersededBy, amendedBy }: Row): boolean {
  return supersededBy === undefined && amendedBy === undefined
}

/** How many messages before this one it takes back. */
function reachOf(about: string): number {
  const small = about.toLowerCase()
  if (small.includes('back') && goesBack(about).test(about)) return maxBack
  return hasOneOf(small, ['revert', 'undo']) && takesBack(about).test(about) ? maxTaken : 0
}

function takeBack(settled: Row[], decided: readonly Decided[], talk: readonly Fact[]): void {
  const typed = talk.filter(({ kind }) => kind === 'typed')
  let next = 0
  for (const [index, { about, turn, source }] of typed.entries()) {
    while (next < decided.length && (decided[next] as Decided).row.last < turn) next += 1
    // A printed ledger that was read back says itself what was taken back.
    if (source === undefined || about.length > maxLength) continue
    const reach = reachOf(about)
    const { at } = decided[next - 1] ?? {}
    if (reach === 0 || at === undefined) continue
    const row = settled[at] as Row
    const oldest = typed[Math.max(0, index - reach)]?.turn ?? 0
    if (row.last >= oldest && isOpen(row)) settled[at] = { ...row, supersededBy: turn }
  }
}

function amend(settled: Row[], decided: readonly Decided[]): void {
  const restricting = decided
    .map(({ row }) => row)
    .filter(
      ({ facts, value }) => restricts(value).test(value) && facts.some(({ source }) => source !== undefined),
    )
    .sort((one, other) => one.first - other.first)
  /** By each long word, earlier decisions that no later one has amended. */
  const byWord = new Map<string, number[]>()
  let next = 0
  for (const { value, first } of restricting) {
    for (; next < decided.length && (decided[next] as Decided).row.last < first; next += 1) {
      const { row, at } = decided[next] as Decided
      for (const word of longWords(row.value)) addToList(byWord, word, at)
    }
    for (const word of longWords(value)) {
      for (const at of byWord.get(word) ?? []) {
        const row = settled[at] as Row
        if (isOpen(row)) settled[at] = { ...row, amendedBy: first }
      }
      byWord.delete(word)
    }
  }
}

const minLongWord = 6

function longWords(text: string): ReadonlySet<string> {
  return new Set([...contentWords(text)].filter(({ length }) => length >= minLongWord))
}

const piece = lazyPattern(String.raw`\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}`, 'gu')

/** The words that a text is about, and the words that its names are made of: `toolText` → `tool`, `text`. */
function piecesOf(text: string): ReadonlySet<string> {
  const words = Array.from(text.matchAll(piece(text)), ([word]) => word.toLowerCase())
  return contentWords(words.join(' '))
}
