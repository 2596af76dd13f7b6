/** Reasoning that a model said aloud can be read as its words can; every other block is as it is. */
import { reasoningText } from '../../../tokens/reasoning-text.ts'
import type { Block } from '../../../types.ts'

export function readableBlock(block: Block): Block {
  if (block.type !== 'opaque' || block.kind !== 'reasoning') return block
  const { spoken } = reasoningText(block)
  return spoken.trim() === '' ? block : { type: 'text', media: 'text', text: spoken }
}
