/** Quoted parts of a text, in quotation marks or backticks, and whether another text really contains them. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'

const closers: Readonly<Record<string, readonly string[]>> = {
  '"': ['"'],
  '“': ['”'],
  '„': ['“', '”'],
  '«': ['»'],
  '「': ['」'],
  '『': ['』'],
}

const opener = /["“„«「『]|`+/g
const wordSign = lazyPattern(String.raw`[\p{L}\p{N}]`, 'u')

/** All quotes, in order; a quote within a quote is part of it. */
export function quotesIn(text: string): string[] {
  return quotations(text).map(({ quote }) => quote)
}

/** Text between quotation marks, without code between backticks. */
function speechIn(text: string): string[] {
  return quotations(text).flatMap(({ open, quote }) => (open.startsWith('`') ? [] : [quote]))
}

function quotations(text: string): { readonly open: string; readonly quote: string }[] {
  const quotes: { readonly open: string; readonly quote: string }[] = []
  const unclosed = new Set<string>()
  let from = 0
  for (const { 0: open, index } of text.matchAll(opener)) {
    // 5" is a measure, not the start of a quote.
    if (index < from || unclosed.has(open) || (open === '"' && wordSign().test(text[index - 1] ?? '')))
      continue
    const start = index + open.length
    const end = nearest(text, closers[open] ?? [open], start)
    if (end === undefined) unclosed.add(open)
    else {
      quotes.push({ open, quote: withoutLanguage(open, text.slice(start, end)) })
      from = end + open.length
    }
  }
  return quotes
}

function nearest(text: string, signs: readonly string[], start: number): number | undefined {
  const found = signs.map(sign => text.indexOf(sign, start)).filter(at => at >= 0)
  return found.length === 0 ? undefined : Math.min(...found)
}

/** The first line of a fence names a language and is not part of the quote. */
function withoutLanguage(open: string, quote: string): string {
  return open.startsWith('```') && quote.includes('\n') ? quote.slice(quote.indexOf('\n')) : quote
}

/** Shorter quotes are names and emphasis: they make no claim. */
const minWords = 3
/** In scripts without spaces a word has about two characters. */
const minUnspaced = 6
const unspaced = lazyPattern(String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]`, 'gu')

/** A text with more quotes is rejected without checking each. */
const maxQuotes = 200

/** The first longer quote that `source` does not contain, ignoring white space and the style of quotation marks. */
export function firstUntrueQuote(text: string, source: string): string | undefined {
  const claims = quotesIn(text).map(plain).filter(isClaim)
  if (claims.length === 0) return undefined
  const said = plain(source)
  const untrue = claims.findIndex(
    (claim, index) => index >= maxQuotes || !said.includes(withoutFinalMarks(claim)),
  )
  return claims[untrue]
}

/**
 * The same for many texts. Code between backticks makes no claim, and a quote may leave something out: the parts before and
 * after its "…" are checked separately. Emphasis is ignored.
 */
export function speechChecker(source: string): (text: string) => string | undefined {
  const said = unmarked(source)
  return text => {
    const claims = speechIn(text)
      .flatMap(quote => quote.split(/…|\.{3}/))
      // A quote may begin where a line does: "// Keep this line".
      .map(part => unmarked(`\n${part}`))
      .filter(isClaim)
    const untrue = claims.findIndex(
      (claim, index) => index >= maxQuotes || !said.includes(withoutFinalMarks(claim)),
    )
    return claims[untrue]
  }
}

/** The beginning of a line, in a text or in JSON: `\n\t// `, `\n+ # `, `\n> `. */
const lineMarks = /(?:\n|\\n)(?:[ \t]|\\t){0,80}(?:[+-][ \t]{0,80})?(?:\/{2,3}|#{1,6}|--|>)?/g

/** Without emphasis, and without the marks of comments, changes and quotations at line starts. */
function unmarked(text: string): string {
  return plain(text.replace(/[*`]/g, '').replace(lineMarks, ' '))
}

function isClaim(quote: string): boolean {
  return quote.split(' ').length >= minWords || (quote.match(unspaced(quote))?.length ?? 0) >= minUnspaced
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[‘’]/g, "'").replace(/[“”„]/g, '"').trim()
}

/** The full stop before a closing quotation mark often belongs to the sentence around it. */
function withoutFinalMarks(quote: string): string {
  let end = quote.length
  while (end > 0 && '.,;:!?…。，；：！？'.includes(quote[end - 1] ?? '')) end -= 1
  return quote.slice(0, end)
}
