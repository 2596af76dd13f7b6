/** What a text denies: a negating word with the words behind it, `not use rebase`, `no test files`. */
import { codeUnitSet, codeUnits } from '../tokens/code-units.ts'
import { firstWordKind, isApostrophe, isContractedNot, Kind, kindOf } from './character-kind.ts'
import type { Span } from './span.ts'
import { WordIndex } from './word-index.ts'

const words = `not no never none nothing nobody neither cannot without
  nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne
  не нет нельзя никогда ничего без
  nunca jamás sin ninguno ningún jamais sans aucun`.split(/\s+/)

const negations = new WordIndex(new Map(words.map(word => [word, true] as const)))
/** What they begin with: most words need no closer look. */
const firstLetters = codeUnitSet(
  words.map(word => word.charAt(0) + word.charAt(0).toUpperCase()).join(''),
  0x10000,
)

/** At most this many words name what is denied. */
const maxWords = 4
const maxLength = 40

/** In order; no two overlap. Words of names and paths deny nothing: `--no-verify`, `not_found`. */
export function denials(text: string): readonly Span[] {
  const found: Span[] = []
  const units = codeUnits(text)
  const { length } = text
  for (let at = 0; at < length; ) {
    if ((kindOf[units[at] as number] as number) < firstWordKind) {
      at += 1
      continue
    }
    const start = at
    at = wordEnd(units, at, length)
    if (!isNegation(text, units, start, at)) continue
    const end = clauseEnd(text, units, start, at)
    if (end === at) continue
    found.push({ start, end })
    at = end
  }
  return found
}

/** Letters, digits and the apostrophes between them. */
function wordEnd(units: Uint16Array, start: number, length: number): number {
  let end = start + 1
  while (end < length) {
    const unit = units[end] as number
    if ((kindOf[unit] as number) < firstWordKind && !isApostrophe(unit)) break
    end += 1
  }
  return end
}

/** A word that negates and is followed by what it negates. */
function isNegation(text: string, units: Uint16Array, start: number, end: number): boolean {
  if (end >= text.length || units[end] !== space) return false
  if (start > 0 && nameJoiners[units[start - 1] as number] === 1) return false
  if (end - start > 3 && isContractedNot(units, end)) return true
  return (
    firstLetters[units[start] as number] === 1 && negations.getByUnits(text, units, start, end) !== undefined
  )
}

/** The position after the last word that follows in the same clause; `from` where none does. */
function clauseEnd(text: string, units: Uint16Array, start: number, from: number): number {
  let end = from
  for (let words = 1; words < maxWords; words += 1) {
    if (units[end] !== space || end + 1 >= text.length) break
    let next = end + 1
    while (next < text.length && next - start <= maxLength && !endsWord(units[next] as number)) next += 1
    if (next === end + 1 || next - start > maxLength) break
    end = next
  }
  return end
}

function endsWord(unit: number): boolean {
  return isStop[unit] === 1 || kindOf[unit] === Kind.space || kindOf[unit] === Kind.lineBreak
}

const isStop = codeUnitSet('.,;:!?()[]{}|"`*<>。，；：！？、', 0x10000)

/** Before a word, they make it a part of a name. */
const nameJoiners = codeUnitSet('-/.@', 0x10000)

const space = 0x20
