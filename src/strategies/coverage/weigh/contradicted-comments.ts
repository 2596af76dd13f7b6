/** Comments that name a number which their definition does not return: `// Returns the rows (1 per file).` above `return 5`. */
import { leadingSpace } from '../../../reduce/pieces/parts.ts'
import { isCommentLine } from '../../../scan/code-line.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { authorIn } from '../read/line-bits.ts'

const saysReturned = /\breturns?\b/i
const number = /(?<![\w.])-?\d{1,9}(?!\w|\.\d)/g
const returns = /^\s{0,80}return(?!\w)/
const returnedNumber = /^\s{0,80}return\s(-?\d{1,9})(?!\w|\.\d)/
/** What ends a head over several lines, or a body. */
const closers = ')}]'
/** Longer comments and bodies are not read: no input takes more than a fixed number of lines for each of its comments. */
const maxComment = 40
const maxBody = 200

/** 0 for each such comment, 1 for all other candidates. */
export function contradictedComments({
  candidates,
}: {
  readonly candidates: Pick<CandidateColumns, 'texts' | 'bits' | 'sections' | 'length'>
}): Float64Array {
  const { texts, bits, sections, length } = candidates
  const factors = new Float64Array(length).fill(1)
  for (let piece = 0; piece < length; piece += 1) {
    const author = authorIn(bits[piece] as number)
    if ((author !== 'calls' && author !== 'tools') || !saysNumber(texts[piece] as string)) continue
    const said = new Set((texts[piece] as string).match(number))
    const values = returnedBelow(piece)
    if (values.length > 0 && !values.some(value => said.has(value))) factors[piece] = 0
  }
  return factors

  /** What the definition below a comment returns; empty where one of its returns is no number, which could be any. */
  function returnedBelow(comment: number): readonly string[] {
    const section = sections[comment]
    const isInside = (at: number): boolean => at < length && sections[at] === section
    let head = comment + 1
    while (isInside(head) && head <= comment + maxComment && isCommentLine(texts[head] as string)) head += 1
    if (!isInside(head)) return []
    const depth = leadingSpace(texts[head] as string)
    const values: string[] = []
    for (let at = head + 1; isInside(at); at += 1) {
      const text = texts[at] as string
      const begin = leadingSpace(text)
      if (begin <= depth && !closers.includes(text.charAt(begin))) break
      if (at > head + maxBody) return []
      if (!returns.test(text)) continue
      const value = returnedNumber.exec(text)?.[1]
      if (value === undefined) return []
      values.push(value)
    }
    return values
  }
}

function saysNumber(text: string): boolean {
  return text.includes('eturn') && isCommentLine(text) && saysReturned.test(text) && text.search(number) >= 0
}
