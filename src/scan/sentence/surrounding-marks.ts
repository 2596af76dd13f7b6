/** Quotes, brackets and emphasis around sentences: what belongs to the one that ends, and what to the one that begins. */
import { isEastAsianAt, Kind, kindAt } from '../character-kind.ts'

const Mark = { closer: 1, doubtful: 2, opener: 4 } as const

const marks = new Uint8Array(0x10000)
const setMarks = (characters: string, mark: number): void => {
  for (const character of characters)
    marks[character.charCodeAt(0)] = (marks[character.charCodeAt(0)] ?? 0) | mark
}
setMarks(')]}”’»›」』）】》〉］｝〕〗', Mark.closer)
// They open as often as they close: they close where no word follows.
setMarks('"\'`*_“‘«', Mark.doubtful)
setMarks('"\'`*_([{“‘„‚«»「『（【《〈<¿¡', Mark.opener)

const pictures = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f)+/uy

/** Behind the quotes, brackets and pictures that close with the sentence. */
export function afterClosers(text: string, at: number): number {
  let end = at
  while ((markAt(text, end) & (Mark.closer | Mark.doubtful)) > 0) end += 1
  while (end > at && (markAt(text, end - 1) & Mark.doubtful) > 0 && kindAt(text, end) >= Kind.surrogate)
    end -= 1
  if (text.charCodeAt(end) < 0x2000 || isEastAsianAt(text, end)) return end
  pictures.lastIndex = end
  return pictures.test(text) ? pictures.lastIndex : end
}

/** Where the first word behind some quotes and brackets begins. */
export function afterOpeners(text: string, at: number): number {
  let end = at
  while (end - at < 4 && (markAt(text, end) & Mark.opener) > 0) end += 1
  return end
}

function markAt(text: string, at: number): number {
  return at < text.length ? (marks[text.charCodeAt(at)] ?? 0) : 0
}
