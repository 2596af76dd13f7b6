/** What is inside a paragraph and must survive to the letter: data, keys, formulas, code, the words of a failure. */
import { jsonExtents } from './json-extents.ts'
import { randomTokens } from './random-tokens.ts'
import type { Span } from './span.ts'

export interface DataSpan extends Span {
  readonly kind: 'encoded' | 'hash' | 'json'
}

export interface InlineSpan extends Span {
  readonly kind: DataSpan['kind'] | 'code' | 'failure' | 'http-error' | 'math'
}

/** `[1, 2]` and `{}` are too short to protect. */
const minJsonLength = 16

/** Data of any size, in order; no two overlap. */
export function dataSpans(text: string): readonly DataSpan[] {
  const json = jsonExtents(text)
    .filter(({ start, end }) => end - start >= minJsonLength)
    .map(span => ({ ...span, kind: 'json' as const }))
  return withoutOverlaps([...json, ...randomTokens(text)])
}

/** Code and formulas of a paragraph in addition to the known spans, in order; no two overlap. */
export function inlineSpans(paragraph: string, known: readonly InlineSpan[]): readonly InlineSpan[] {
  const code = inlineCode(paragraph).map(span => ({ ...span, kind: 'code' as const }))
  const math = inlineMath(paragraph).map(span => ({ ...span, kind: 'math' as const }))
  return withoutOverlaps([...code, ...math, ...known])
}

/** The first of those that overlap stays, and the longest of those that begin together. */
function withoutOverlaps<Found extends Span>(spans: Found[]): readonly Found[] {
  if (spans.length < 2) return spans
  let reached = 0
  return spans
    .sort((one, two) => one.start - two.start || two.end - one.end)
    .filter(({ start, end }) => {
      if (start < reached) return false
      reached = end
      return true
    })
}

const maxLength = 300

/** Formulas of LaTeX in a line: `$a^2$`, `\(x_1\)`, and not prices or shell variables. */
function inlineMath(text: string): readonly Span[] {
  return [...betweenDollars(text), ...betweenParentheses(text)].sort((one, two) => one.start - two.start)
}

/** The signs of a formula, or a single letter that names a quantity. */
const formula = /[\\^_={}+<>|]|^[A-Za-z]$/

function betweenDollars(text: string): Span[] {
  const found: Span[] = []
  for (let start = text.indexOf('$'); start >= 0; ) {
    const end = text.indexOf('$', start + 1)
    if (end < 0) break
    const body = text.slice(start + 1, end)
    const isFormula =
      body.length <= maxLength &&
      /^[^\s\d]|^\d[^ ]*[\\^]/.test(body) &&
      !/\s$|\n/.test(body) &&
      !/[\w$]/.test(text.charAt(end + 1)) &&
      formula.test(body)
    if (isFormula) found.push({ start, end: end + 1 })
    start = isFormula ? text.indexOf('$', end + 1) : end
  }
  return found
}

function betweenParentheses(text: string): Span[] {
  const found: Span[] = []
  let end = 0
  for (let start = text.indexOf('\\('); start >= 0; start = text.indexOf('\\(', start + 2)) {
    if (end < start + 2) end = text.indexOf('\\)', start + 2)
    if (end < 0) break
    if (end - start > maxLength) continue
    found.push({ start, end: end + 2 })
    start = end
  }
  return found
}

/** Code in a line of Markdown: between two runs of equally many backticks. */
export function inlineCode(text: string): readonly Span[] {
  const runs = backtickRuns(text)
  const closings = nextOfSameLength(runs)
  const found: Span[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const closing = closings[at] ?? at
    if (closing === at) continue
    found.push({ start: runs[at]?.start ?? 0, end: runs[closing]?.end ?? 0 })
    at = closing
  }
  return found
}

function backtickRuns(text: string): readonly Span[] {
  const runs: Span[] = []
  for (let start = text.indexOf('`'); start >= 0; ) {
    let end = start + 1
    while (text.charCodeAt(end) === backtick) end += 1
    runs.push({ start, end })
    start = text.indexOf('`', end)
  }
  return runs
}

const backtick = 0x60

/** For each run the next one as long as it; looked up from the end, so that marks that never close cost nothing. */
function nextOfSameLength(runs: readonly Span[]): readonly (number | undefined)[] {
  const latest = new Map<number, number>()
  const next: (number | undefined)[] = new Array(runs.length)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { start, end } = runs[at] as Span
    next[at] = latest.get(end - start)
    latest.set(end - start, at)
  }
  return next
}
