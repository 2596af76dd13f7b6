/** Formulas of LaTeX in a line: `$a^2$`, `\(x_1\)`, and not prices or shell variables. */
import type { Span } from './span.ts'

const longest = 300

export function inlineMath(text: string): readonly Span[] {
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
      body.length <= longest &&
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
    if (end - start > longest) continue
    found.push({ start, end: end + 2 })
    start = end
  }
  return found
}
