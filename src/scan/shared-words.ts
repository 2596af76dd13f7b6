/** The content words that texts share with a set of them, without making a word of what cannot be one of the set. */
import { contentWords } from './content-words.ts'

/** Longer words are looked up as if they had this length. */
const maxLength = 31

/** Those of the text that are among the words, in its order; one may come several times. The words are as `contentWords` has them. */
export function sharedWords(words: ReadonlySet<string>): (text: string) => readonly string[] {
  /** 1 where a word of this first letter or digit and this length is among them. */
  const begun = new Uint8Array((maxLength + 1) << 7)
  for (const word of words) begun[placeOf(word.charCodeAt(0), word.length)] = 1
  return text => asciiWords(text) ?? [...contentWords(text)].filter(word => words.has(word))

  /** `undefined` where the text has letters beyond ASCII. */
  function asciiWords(text: string): readonly string[] | undefined {
    const shared: string[] = []
    for (let at = 0; at < text.length; ) {
      const start = at
      const unit = text.charCodeAt(at)
      at += 1
      if (isDigit(unit)) while (isDigit(text.charCodeAt(at))) at += 1
      else if (isLetter(unit)) while (isInWord(text.charCodeAt(at))) at += 1
      else if (unit < 0x80 || isSign(unit)) continue
      else return undefined
      if (begun[placeOf(isDigit(unit) ? unit : unit | 0x20, at - start)] === 0) continue
      const word = text.slice(start, at).toLowerCase()
      if (words.has(word)) shared.push(word)
    }
    return shared
  }
}

function placeOf(first: number, length: number): number {
  return (Math.min(length, maxLength) << 7) | (first & 0x7f)
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isLetter(unit: number): boolean {
  const lowered = unit | 0x20
  return lowered >= 0x61 && lowered <= 0x7a
}

function isInWord(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === 0x5f
}

/** Dashes, quotes, arrows, boxes and ticks: no letter, mark or number is among them. */
function isSign(unit: number): boolean {
  return (
    (unit >= 0x2000 && unit <= 0x206f) ||
    (unit >= 0x2190 && unit <= 0x23ff) ||
    (unit >= 0x2500 && unit <= 0x2775)
  )
}
