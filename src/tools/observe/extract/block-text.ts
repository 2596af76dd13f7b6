/** What is in a block, as somebody would quote it. */
import type { Block } from '../../../types.ts'

/** The values of a call's arguments are in JSON: both are readings of it. */
export function blockText(block: Block): string {
  if (block.type === 'opaque') return ''
  return block.type === 'toolCall' ? `${block.name} ${block.text}` : block.text
}
