/** Comments of an edit that say what it leaves to do: `// TODO: close the file`. */
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { isCodeBit, isUninformativeBit, withValue } from '../read/line-bits.ts'

const remark = /(?:\/\/|#|--|\/\*|<!--|;)\s{0,4}(?:TODO|FIXME)(?!\w)/

/** `first`: the first line of the edit, which has all lines from there on. */
export function showRemarks(first: number, { texts, labels, bits }: CandidateColumns): void {
  for (let at = first; at < texts.length; at += 1)
    if (labels[at] !== '-' && labels[at] !== ' ' && remark.test(texts[at] as string))
      bits[at] = withValue(bits[at] as number, 'key') & ~isUninformativeBit & ~isCodeBit
}
