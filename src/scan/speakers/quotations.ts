/** Long quotations in a person's message. */
import { linesOf } from '../lines.ts'
import type { Span } from '../span.ts'

const minQuoteLength = 150
const tripleQuote = '"""'

function tripleQuoted(text: string): readonly Span[] {
  const start = text.indexOf(`${tripleQuote}\n`)
  const end = text.lastIndexOf(`\n${tripleQuote}`)
  return start < 0 || end <= start ? [] : [{ start, end: end + tripleQuote.length + 1 }]
}

/** `say "yes"`, not the mark in `tr -d '"'`. */
function opensQuote(line: string, at: number): boolean {
  return (at === 0 || /[\s([{:=,]/.test(line.charAt(at - 1))) && /[^\s'`]/.test(line.charAt(at + 1))
}

function closesQuote(line: string, at: number): boolean {
  return /[^\s'`\\]/.test(line.charAt(at - 1)) && !/[\w'`]/.test(line.charAt(at + 1))
}

function nextQuote(line: string, from: number, holds: (line: string, at: number) => boolean): number {
  let at = line.indexOf('"', from)
  while (at >= 0 && !holds(line, at)) at = line.indexOf('"', at + 1)
  return at
}

/** A long quotation inside a line, or between lines of quotation marks. */
export function quotations(text: string): readonly Span[] {
  const parts: Span[] = [...tripleQuoted(text)]
  for (const { start, text: line } of linesOf(text)) {
    if (line.length < minQuoteLength) continue
    let open = nextQuote(line, 0, opensQuote)
    while (open >= 0) {
      const close = nextQuote(line, open + 1, closesQuote)
      if (close < 0) break
      if (close - open > minQuoteLength) parts.push({ start: start + open, end: start + close + 1 })
      open = nextQuote(line, close + 1, opensQuote)
    }
  }
  return parts
}
