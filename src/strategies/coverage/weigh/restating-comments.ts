/** Comments that say little more than the head of the definition below them: `// loadRows loads the rows.` */
import { isCommentLine } from '../../../scan/code-line.ts'
import { contentWords } from '../../../scan/content-words.ts'
import { opensBlock } from '../../../scan/opens-block.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { authorIn } from '../read/line-bits.ts'

/** The worth that such a comment keeps. */
const minShown = 0.2
/** A comment with so many words of its own says something. */
const fewWords = 2
/** A longer comment is read whole. */
const maxLength = 120
/** Words with the same beginning are forms of one. */
const minStem = 4

/** A factor for each candidate. */
export function restatingComments({
  candidates,
}: {
  readonly candidates: Pick<CandidateColumns, 'texts' | 'bits' | 'sections' | 'length'>
}): Float64Array {
  const { texts, bits, sections, length } = candidates
  const factors = new Float64Array(length).fill(1)
  for (let piece = 0; piece + 1 < length; piece += 1) {
    const author = authorIn(bits[piece] as number)
    if ((author !== 'calls' && author !== 'tools') || sections[piece] !== sections[piece + 1]) continue
    const [comment, head] = [texts[piece] as string, texts[piece + 1] as string]
    if (comment.length > maxLength || !isCommentLine(comment) || isCommentLine(head) || !opensBlock(head))
      continue
    if (restates(comment, head)) factors[piece] = minShown
  }
  return factors
}

/** `loadRows`, not `if`: it has two words. */
const compound = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/
const parts = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/** The word behind the name, as in `loadRows loads`, says what any function does. */
function restates(comment: string, head: string): boolean {
  const [, name = '', verb = ''] = /(\w{3,80})\s(\w{2,40})/.exec(comment) ?? []
  if (!compound.test(name) || !head.includes(name)) return false
  const known = (head.match(parts) ?? []).map(part => part.toLowerCase())
  const own = [...contentWords(comment)].filter(
    word =>
      word !== name.toLowerCase() &&
      word !== verb.toLowerCase() &&
      !known.some(part => part === word || isForm(part, word)),
  )
  return own.length < fewWords
}

function isForm(one: string, other: string): boolean {
  const stem = one.slice(0, Math.max(minStem, one.length - 2))
  return one.length >= minStem && other.startsWith(stem) && Math.abs(other.length - one.length) <= minStem
}
