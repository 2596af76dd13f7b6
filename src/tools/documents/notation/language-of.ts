/** Which language most of a text is in, as far as there are tables for it. */
import type { NotationLanguage } from './notation.ts'

const sampleLength = 50_000
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu
const han = /\p{sc=Han}/gu
const latinWord = /[\p{sc=Latin}]+/gu
const english: ReadonlySet<string> = new Set(
  'the of and to in is for that with are be this it on as by from or when not use should you your must'.split(
    ' ',
  ),
)
/** Common in other languages and in none of the sentences that the English tables are for. */
const foreign: ReadonlySet<string> = new Set(
  'der die das und ist nicht mit für ein eine le la les et est une des pour dans el los las que y con para por um uma não com het een van niet och att är'.split(
    ' ',
  ),
)

export function languageOf(text: string): NotationLanguage {
  const sample = text.slice(0, sampleLength)
  const words = sample.match(latinWord) ?? []
  const kanaCount = sample.match(kana)?.length ?? 0
  const hanCount = sample.match(han)?.length ?? 0
  // A word of Latin letters is worth about two of the others.
  if (kanaCount + hanCount > words.length) return kanaCount * 8 > hanCount ? 'ja' : 'zh'
  let own = 0
  let others = 0
  for (const word of words) {
    const lower = word.toLowerCase()
    if (english.has(lower)) own += 1
    else if (foreign.has(lower)) others += 1
  }
  return own > 3 * others && own * 40 >= words.length ? 'en' : 'other'
}
