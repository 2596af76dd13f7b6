/** Formulas that are on lines of their own: LaTeX displays, and lines of mathematical signs. */
import { isBlank, runEnd } from '../lines.ts'
import type { HardBlock } from './hard-block.ts'

const displays: readonly { readonly open: RegExp; readonly close: RegExp }[] = [
  { open: /^\s{0,12}\$\$/, close: /\$\$\s{0,12}[.,]?$/ },
  { open: /^\s{0,12}\\\[/, close: /\\\]\s{0,12}[.,]?$/ },
  {
    open: /^\s{0,12}\\begin\{(?:equation|align|gather|multline|eqnarray|matrix|cases|split|array)/,
    close: /\\end\{/,
  },
]

export const latexMath: HardBlock = {
  kind: 'math',
  protects: 'latex_math',
  starts: '$\\',
  mayBegin({ text }) {
    return displays.some(({ open }) => open.test(text))
  },
  extent(lines, first) {
    const text = lines[first]?.text ?? ''
    const display = displays.find(({ open }) => open.test(text))
    if (display === undefined) return { end: first + 1, holds: false }
    if (display.close.test(text.slice(text.search(/\S/) + 2))) return { end: first + 1, holds: true }
    const last = runEnd(lines, first + 1, line => !isBlank(line) && !display.close.test(line.text))
    return display.close.test(lines[last]?.text ?? '')
      ? { end: last + 1, holds: true }
      : { end: last, holds: false }
  },
}

/** Two ranges, quickly ruled out. */
const mathematical = /[\u2100-\u214f\u2200-\u22ff]/

/** Signs of mathematics alone; arrows, ≤ and × are at home in prose. */
const strong = /[∀∃∈∉∋∑∏∫∮∂∇√∞∝∅∧∨¬∩∪⊂⊃⊆⊇⊕⊗⊢⊨≡ℝℕℤℚℂ]/
const anySign = /[∀-⋿⇐-⇿ℝℕℤℚℂ×÷±]/g

/** How many characters of a line one sign speaks for. */
const reach = 16

function isFormula(text: string): boolean {
  if (!mathematical.test(text) || !strong.test(text)) return false
  const signs = text.match(anySign)?.length ?? 0
  return signs >= 3 && signs * reach >= text.length
}

export const unicodeMath: HardBlock = {
  kind: 'math',
  protects: 'unicode_math',
  mayBegin({ text }) {
    return isFormula(text)
  },
  extent(lines, first) {
    return { end: runEnd(lines, first, ({ text }) => isFormula(text)), holds: true }
  },
}
