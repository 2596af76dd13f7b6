/** An interruption, a choice by number, the agent's yes or no, and code that the work names by its line count as answers. */
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { isCodeBit, isOutlineBit, isUninformativeBit, withPart, withValue } from '../read/line-bits.ts'

export function showAsAnswer(line: number, { bits }: CandidateColumns): void {
  const facts = withPart(withValue(bits[line] as number, 'key'), 'answer')
  bits[line] = facts & ~isUninformativeBit & ~isCodeBit & ~isOutlineBit
}
