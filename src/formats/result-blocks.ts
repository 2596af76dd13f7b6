/** The blocks of one tool's answer as a format reads them: they share the identifier of their call. */
import type { Block, OpaqueBlock, OpaqueKind, ToolResultBlock } from '../types.ts'
import type { LocatedText } from './located-text.ts'

/** What all texts of an answer have in common. */
export type ResultHead = Pick<ToolResultBlock, 'callId' | 'name' | 'isError'>

export function resultHead(callId: string, name: string | undefined, isError: boolean): ResultHead {
  return { callId, ...(name === undefined ? {} : { name }), ...(isError ? { isError } : {}) }
}

export function resultText(head: ResultHead, located: LocatedText): ToolResultBlock {
  return { type: 'toolResult', ...head, ...located }
}

export function resultPart({ callId }: ResultHead, kind: OpaqueKind, value: unknown): OpaqueBlock {
  return { type: 'opaque', kind, value, callId }
}

/** An answer without any text still answers its call: an empty text that is never edited says so. */
export function wholeResult(head: ResultHead, blocks: readonly Block[]): readonly Block[] {
  return blocks.some(block => block.type === 'toolResult')
    ? blocks
    : [resultText(head, { text: '', media: 'text' }), ...blocks]
}
