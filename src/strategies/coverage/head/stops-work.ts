/** Whether a block says that a person stopped the agent, by an interruption or by rejecting a call. */
import { isInterrupted } from '../../../scan/actions/outcome-of.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import type { Block } from '../../../types.ts'

const stopped =
  /^\s{0,4}(?:\[Request interrupted|<turn_aborted>|\[?Operation (?:cancelled|canceled|aborted)|The tool call was interrupted|aborted by (?:the )?user)/i

export function stopsWork(block: Block): boolean {
  if (block.type === 'text') return stopped.test(block.text)
  if (block.type !== 'toolResult') return false
  return isInterrupted(block.text) || stopped.test(block.text) || rejectionIn(block.text) !== undefined
}
