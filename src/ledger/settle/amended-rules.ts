/** Rules that the user takes back or widens with the next message, in a few words. */
import { contentWords } from '../../scan/content-words.ts'
import type { Fact, Row } from '../ledger.ts'

/** `well, I think it should be …`, `actually, not …`, `I meant …`, `scratch that` */
const corrects =
  /^\W{0,3}(?:(?:(?:well|actually|hm+|wait|oh|sorry|ah)(?![\p{L}\p{N}])|no[,.!])[,.! ]{0,3}){1,3}[^\n]{0,120}\b(?:should|shouldn['’]?t|instead|meant?|rather|not|don['’]?t|needn['’]?t)(?![\p{L}\p{N}])|^\W{0,3}(?:scratch that|never ?mind|nvm|on second thoughts?|i meant|make that|forget that|correction)(?![\p{L}\p{N}])/iu
/** `or in the settings`, `when I say files I mean …` */
const widens = /^\W{0,3}(?:or|i mean|when i (?:say|mean)|except|unless|but only)(?![\p{L}\p{N}])/iu

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
    const following = row.by === 'user' && row.supersededBy === undefined ? next.get(row.last) : undefined
    return following !== undefined && amends(following, row) ? { ...row, supersededBy: following.turn } : row
  })
}

function amends({ about, turn }: Fact, rule: Row): boolean {
  const said = about.trim()
  if (said.length > maxLength) return false
  const isAmending = corrects.test(said) || (turn - rule.last <= maxGap && widens.test(said))
  return isAmending && !piecesOf(said).isDisjointFrom(piecesOf(rule.value))
}

const piece = /\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}/gu

/** The words that a text is about, and the words that its names are made of: `toolText` → `tool`, `text`. */
function piecesOf(text: string): ReadonlySet<string> {
  const words = Array.from(text.matchAll(piece), ([word]) => word.toLowerCase())
  return contentWords(words.join(' '))
}
