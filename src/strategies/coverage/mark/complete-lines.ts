/** The lines of a file that an answer shows whole. */
import { numberedLines } from '../../../reduce/content/file/numbered-lines.ts'
import { unaligned } from '../../../scan/actions/edit-lines.ts'
import { isCutOutput } from '../../../scan/actions/is-cut-output.ts'
import { isCommentLine } from '../../../scan/code-line.ts'
import { indentOf } from '../../../scan/lines.ts'
import { opensBlock } from '../../../scan/opens-block.ts'
import type { KnownCall } from '../read/known-call.ts'

/** Tools that read files stop at about so many lines. */
const maxLines = 1900

/** However they are indented; `undefined` where lines may be missing. Without numbers it is not known whether an answer is the file. */
export function completeLines(
  { readsWhole }: Pick<KnownCall, 'readsWhole'>,
  answer: string,
): ReadonlySet<string> | undefined {
  if (!readsWhole) return undefined
  const lines = answer.split('\n')
  const numbered = numberedLines(lines)
  if (numbered === undefined || numbered.firstNumber !== 1 || numbered.jumps > 0) return undefined
  if (numbered.lastNumber > maxLines || isCutOutput(answer)) return undefined
  const { first, end, lengths } = numbered
  const texts = lines.slice(first, end).map((line, at) => line.slice(lengths[first + at]))
  return endsInside(texts) ? undefined : new Set(texts.map(unaligned))
}

/** A host may leave out that a call asks for a part: the last line opens a block, or is in one. */
function endsInside(texts: readonly string[]): boolean {
  const last = texts.findLast(text => text.trim() !== '') ?? ''
  return indentOf(last) > 0 || opensBlock(last) || isCommentLine(last)
}
