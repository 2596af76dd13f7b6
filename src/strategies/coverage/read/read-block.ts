/** A block with its call, its parts, and its part of the view. */
import type { Measured } from '../../../reduce/plan.ts'
import { saysNoResponse } from '../../../scan/says-no-response.ts'
import { reasoningText } from '../../../tokens/reasoning-text.ts'
import type { Block, Message, OpaqueBlock, ToolResultBlock } from '../../../types.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import type { Turns, ViewPart } from '../facts/view-part.ts'
import { type BlockPart, blockParts } from './block-parts.ts'
import { attachingCall, type KnownCall, knownCall } from './known-call.ts'
import { providerTool } from './provider-tool.ts'

export interface ReadBlock {
  readonly measured: Measured
  /** Its first candidate. */
  readonly first: number
  readonly block: Exclude<Block, OpaqueBlock>
  /** Reasoning of the agent in readable text. */
  readonly isThought: boolean
  /** The call that it is or answers. */
  readonly call: KnownCall | undefined
  /** The file that the call works on. */
  readonly path: string | undefined
  readonly parts: readonly BlockPart[]
  readonly viewPart: ViewPart
}

/** `calls`: the calls before it; a call is added to them. `undefined` for a block that cannot be read. */
export function readBlock(
  measured: Measured,
  { messages, turns }: ConversationFacts,
  calls: Map<string, KnownCall>,
  first: number,
): ReadBlock | undefined {
  const { message, block: index } = measured
  const { role, blocks } = messages[message] as Message
  const original = blocks[index] as Block
  const spoken = isNewStep(measured, turns) ? readableBlock(original) : original
  const file = role === 'user' && original.type === 'text' ? attachedFile(original.text) : undefined
  const read = spoken.type === 'opaque' ? (providerTool(spoken) ?? spoken) : spoken
  const block = file === undefined ? read : attachedBlock(file)
  if (block.type === 'opaque') return undefined
  const call =
    file !== undefined
      ? attachingCall(file.path)
      : block.type === 'text'
        ? undefined
        : knownCall(block, calls, first)
  const isEmpty =
    block.type === 'toolResult' ? turns.isLaunch(block) : role === 'assistant' && saysNoResponse(block.text)
  return {
    measured,
    first,
    block,
    isThought: original !== spoken,
    call,
    path: call?.source.path,
    parts: isEmpty ? [] : blockParts(block, { messages, measured, call }),
    viewPart: turns.partOf(message, index),
  }
}

/** An attached file is read as the result of a call that reads it. */
function attachedBlock({ path, text }: AttachedFile): ToolResultBlock {
  return { type: 'toolResult', media: 'text', callId: `attached ${path}`, text }
}

/** In this many of the newest steps, thoughts show where the agent is; before that, its calls do. */
const newestThoughts = 5

/** Whether it is among the newest steps of an unfinished turn. */
function isNewStep({ message, age }: Measured, { lastStep, lastTyped }: Turns): boolean {
  return lastStep >= 0 && message > lastTyped && age < newestThoughts
}

/** Readable reasoning is treated as the agent's words; every other block stays as it is. */
function readableBlock(block: Block): Block {
  if (block.type !== 'opaque' || block.kind !== 'reasoning') return block
  const { spoken } = reasoningText(block)
  return spoken.trim() === '' ? block : { type: 'text', media: 'text', text: spoken }
}

/** A file that a host put into a message as one block: `<file_content path="src/a.ts">…</file_content>`. */
interface AttachedFile {
  readonly path: string
  readonly text: string
}

const opening =
  /^\s{0,8}<([A-Za-z][\w-]{0,40}) (?:[\w-]{1,40}="[^"\n]{0,400}" ){0,4}(?:path|file|filename|file_path)="([^"\n]{1,1000})"[^<>\n]{0,400}>\n?/

/** `undefined` where a text is not exactly one file. */
export function attachedFile(text: string): AttachedFile | undefined {
  const found = opening.exec(text)
  const [tag = '', name = '', path = ''] = found ?? []
  if (found === null) return undefined
  const closing = `</${name}>`
  const end = text.indexOf(closing, tag.length)
  if (end < 0 || text.slice(end + closing.length).trim() !== '') return undefined
  return { path, text: text.slice(tag.length, end).replace(/\n$/, '') }
}
