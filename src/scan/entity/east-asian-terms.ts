/** Terms of Chinese and Japanese text, which no space or capital sets apart. */
import { codeUnitSet } from '../../tokens/code-units.ts'
import { Kind, kindAt } from '../character-kind.ts'
import type { Span } from '../span.ts'

/** Chinese words of grammar: what is between them is likely to be a term. */
const grammar = codeUnitSet(
  '的了是在和与與及或也就都而但被把将將从從到于於这這那们們我你您他她它很更还還又只吗嗎呢吧啊么麼',
  0x10000,
)

const maxJapaneseLength = 12
const maxChineseLength = 6

/** Where the run of Chinese characters and katakana that begins at `start` ends. */
export function termRunEnd(text: string, start: number): number {
  let end = start
  while (kindAt(text, end) === Kind.han || kindAt(text, end) === Kind.katakana) end += 1
  return end
}

/** In Japanese grammar is written in hiragana, so a run beside it is a term; a Chinese run is cut at its grammar. */
export function termsOfRun(text: string, start: number, end: number): readonly Span[] {
  const isJapanese =
    kindAt(text, start - 1) === Kind.hiragana ||
    kindAt(text, end) === Kind.hiragana ||
    kindAt(text, start) === Kind.katakana
  return isJapanese ? japaneseTerms(start, end) : chineseTerms(text, start, end)
}

function japaneseTerms(start: number, end: number): readonly Span[] {
  return end - start >= 2 && end - start <= maxJapaneseLength ? [{ start, end }] : []
}

function chineseTerms(text: string, start: number, end: number): readonly Span[] {
  const terms: Span[] = []
  let from = start
  for (let at = start; at <= end; at += 1) {
    if (at < end && grammar[text.charCodeAt(at)] === 0) continue
    if (at - from >= 2 && at - from <= maxChineseLength) terms.push({ start: from, end: at })
    from = at + 1
  }
  return terms
}
