/** Converts content blocks of agents (Pi, Cline) to blocks that Anthropic accepts. */
import { anthropic } from '../formats/anthropic.ts'
import type { RawRecord } from '../formats/raw-value.ts'
import type { Pairing } from './conversation-builder.ts'
import { listOf, recordOf, textOf, wordOf } from './log-values.ts'

/** All results of one message's calls are in one user message. */
export const anthropicPairing: Pairing = {
  format: anthropic,
  withoutCalls(message, calls) {
    const kept = listOf(message.content).filter(block => {
      const { type, id } = recordOf(block)
      return type !== 'tool_use' || !calls.has(wordOf(id))
    })
    return saysSomething(kept) ? { ...message, content: kept } : undefined
  },
  carry(results) {
    const [first] = results
    if (first === undefined) return []
    return [{ value: { role: 'user', content: results.map(each => each.value) }, origin: first.origin }]
  },
}

/** Reasoning alone is not a message. */
export function saysSomething(blocks: readonly unknown[]): boolean {
  return blocks.some(block => !reasoning.has(recordOf(block).type))
}

const reasoning: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])

/** Anthropic refuses text blocks that contain only white space. */
export function textBlocks(text: unknown): RawRecord[] {
  return textOf(text) === undefined ? [] : [{ type: 'text', text }]
}

/** Anthropic accepts only thinking that it signed; agents replay the rest as text, and so do we. */
export function thinkingBlocks(thinking: unknown, signature: unknown): RawRecord[] {
  return textOf(signature) === undefined
    ? textBlocks(thinking)
    : [{ type: 'thinking', thinking: typeof thinking === 'string' ? thinking : '', signature }]
}

export function imageBlock(mediaType: unknown, data: unknown): RawRecord {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

/** Identifiers of other providers contain characters that Anthropic refuses: `call_1|fc_2`. */
export function callId(id: unknown): string {
  return wordOf(id).replace(/[^a-zA-Z0-9_-]/g, '_')
}

export function toolUseBlock(id: unknown, name: unknown, input: unknown): RawRecord {
  return { type: 'tool_use', id: callId(id), name, input: recordOf(input) }
}

export function toolResultBlock(id: string, content: unknown, isError: boolean): RawRecord {
  return { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) }
}

/** The calls in a list of blocks. */
export function toolUses(blocks: readonly unknown[]): string[] {
  return blocks.flatMap(block => {
    const { type, id } = recordOf(block)
    return type === 'tool_use' && typeof id === 'string' ? [id] : []
  })
}
