/** Statements of a longer text that say nothing without their neighbours: `for i < len(lines) {`, `return result`. */
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { authorIn, isCodeBit } from '../read/line-bits.ts'

/** The worth that such a statement keeps. */
const minShown = 0.2
/** A text of at most this many lines is shown with its neighbours. */
const fewLines = 8

/** A condition, a loop, a return, a call or an assignment; not the field of a type. */
const form =
  /^\s{0,80}(?:(?:return|if|elif|for|while|switch|match|await|else|\} else)(?!\w)|\w{1,60}(?:\.\w{1,60}){0,4}(?:\(|\+\+|--| [-+:]?= )|\w{1,60}, \w{1,60} :?= )/
/** A name of several words, a text or a number says what the statement is about. */
const says = /[a-z\d][A-Z]|[A-Za-z]_[A-Za-z]|[A-Z]{3}|["'`]\W{0,8}[A-Za-z]{3}|[2-9]|\d{2}/

/** A factor for each candidate. `counts`: candidates of each section. */
export function bareStatements(
  {
    candidates: { texts, bits, sections, length },
  }: { readonly candidates: Pick<CandidateColumns, 'texts' | 'bits' | 'sections' | 'length'> },
  counts: ArrayLike<number>,
): Float64Array {
  const factors = new Float64Array(length).fill(1)
  for (let piece = 0; piece < length; piece += 1) {
    const facts = bits[piece] as number
    if ((facts & isCodeBit) === 0 || (counts[sections[piece] as number] as number) <= fewLines) continue
    const author = authorIn(facts)
    if (author !== 'calls' && author !== 'tools') continue
    const text = texts[piece] as string
    if (!says.test(text) && form.test(text)) factors[piece] = minShown
  }
  return factors
}
