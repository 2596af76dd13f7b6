/** The blocks of one tool result as a format reads them: they share the identifier of their call. */
import type { Block, OpaqueBlock, OpaqueKind, ToolResultBlock } from '../types.ts'
import type { LocatedText } from './located-text.ts'

/** What all texts of a result have in common. */
export type ResultHead = Pick<ToolResultBlock, 'callId' | 'name' | 'isError'>

/** `isError`: `undefined` where the result does not say. */
export function resultHead(
  callId: string,
  name: string | undefined,
  isError: boolean | undefined,
): ResultHead {
  return {
    callId,
    ...(name === undefined ? {} : { name }),
    ...(isError === undefined ? {} : { isError }),
  }
}

export function resultText(head: ResultHead, located: LocatedText): ToolResultBlock {
  return { type: 'toolResult', ...head, ...located }
}

export function resultPart({ callId }: ResultHead, kind: OpaqueKind, value: unknown): OpaqueBlock {
  return { type: 'opaque', kind, value, callId }
}

/** A result without text still answers its call: it is read as an empty text that is never edited. */
export function wholeResult(head: ResultHead, blocks: readonly Block[]): readonly Block[] {
  return blocks.some(block => block.type === 'toolResult')
    ? blocks
    : [resultText(head, { text: '', media: 'text' }), ...blocks]
}
