/** A token: letters and digits with the signs that hold them together, and what it is made of. */
import { firstWordKind, isDigitAt, isWordAt, Kind, kindOf } from '../character-kind.ts'

/** Bits of `Token.traits`. The first five are in the order of the word kinds. */
export const Trait = {
  lower: 1,
  upper: 2,
  digit: 4,
  underscore: 8,
  letter: 16,
  dot: 32,
  slash: 64,
  colon: 128,
  at: 256,
  hyphen: 512,
  hash: 1024,
  apostrophe: 2048,
  /** `,` and `+`. */
  sign: 4096,
  /** A capital right behind a small letter. */
  hump: 8192,
} as const

/** Filled by `readToken`; one object serves a whole scan. */
export interface Token {
  start: number
  end: number
  traits: number
  /** How many capitals. */
  uppers: number
}

const joinerTraits = new Uint16Array(0x10000)
const setTrait = (joiner: string, trait: number): void => {
  joinerTraits[joiner.charCodeAt(0)] = trait
}
setTrait('.', Trait.dot)
setTrait('/', Trait.slash)
setTrait(':', Trait.colon)
setTrait('@', Trait.at)
setTrait('-', Trait.hyphen)
setTrait('#', Trait.hash)
setTrait("'", Trait.apostrophe)
setTrait('’', Trait.apostrophe)
setTrait(',', Trait.sign)
setTrait('+', Trait.sign)

/**
 * Reads the token whose words begin at `first`; signs before it that belong to it begin at `token.start`. `units` are
 * the code units of the text.
 */
export function readToken(
  text: string,
  units: Uint16Array,
  first: number,
  limit: number,
  token: Token,
): void {
  let traits = 0
  let uppers = 0
  let before = 0
  let at = first
  for (; at < limit; at += 1) {
    const kind = kindOf[units[at] as number] as number
    if (kind >= firstWordKind) {
      traits |= 1 << (kind - firstWordKind)
      if (kind === Kind.upper) {
        uppers += 1
        if (before === Kind.lower) traits |= Trait.hump
      }
    } else {
      if (kind !== Kind.joiner || at + 1 >= limit) break
      const trait = joinerTraits[units[at] as number] as number
      if (!joins(text, at, trait)) break
      traits |= trait
    }
    before = kind
  }
  while (at > first && kindOf[units[at - 1] as number] === Kind.joiner) at -= 1
  token.end = at
  token.traits = traits
  token.uppers = uppers
}

/** Whether the sign at `at` holds two parts of one token together. */
function joins(text: string, at: number, trait: number): boolean {
  const next = text.charCodeAt(at + 1)
  if (next === space) return false
  const isBeforeWord = (kindOf[next] ?? 0) >= firstWordKind
  switch (trait) {
    case Trait.sign:
      return isDigitAt(text, at + 1) && isDigitAt(text, at - 1)
    case Trait.hash:
      return isDigitAt(text, at + 1)
    case Trait.apostrophe:
      return isLetterAt(text, at + 1) && isLetterAt(text, at - 1)
    case Trait.slash:
      // `a/b`, `a/.env`, `a/../b`, `a/@scope`
      return isBeforeWord || next === dot || next === atSign
    case Trait.dot:
      return isBeforeWord || ((next === slash || next === dot) && '/.'.includes(text.charAt(at - 1)))
    case Trait.colon:
      return isBeforeWord || (next === colon && isWordAt(text, at + 2))
    default:
      return isBeforeWord
  }
}

const space = 0x20
const dot = 0x2e
const slash = 0x2f
const colon = 0x3a
const atSign = 0x40

export function isLetterAt(text: string, at: number): boolean {
  return isWordAt(text, at) && !isDigitAt(text, at)
}
