/** Reads every block once and notes what the planner needs to know about it. */
import { handleOf } from '../handle.ts'
import { handlesIn, isMarked, referenceIn } from '../marker.ts'
import type { Block, Measured, Message, TokenCounter } from '../types.ts'
import { hashText } from './hash.ts'
import { contentKind } from './kind/content-kind.ts'
import { findSecrets } from './secrets/secrets.ts'
import { countBlock } from './tokens/message-tokens.ts'

export interface MeasureContext {
  /** Counts for ranking. */
  readonly ranker: TokenCounter
  readonly pins: readonly (number | string)[]
  readonly preservePatterns: readonly RegExp[]
}

export function measure(messages: readonly Message[], context: MeasureContext): readonly Measured[] {
  const tools = toolNames(messages)
  const patterns = context.preservePatterns.map(withoutState)
  const pins = new Set(context.pins)
  const referred = referencesIn(messages)
  let age = messages.filter(({ role }) => role === 'assistant').length
  return messages.flatMap((message, messageIndex) => {
    if (message.role === 'assistant') age -= 1
    const isPinned = pins.has(messageIndex) || (message.id !== undefined && pins.has(message.id))
    return message.blocks.map((block, blockIndex): Measured => {
      const tool =
        block.type === 'toolCall' || block.type === 'toolResult' ? tools.get(block.callId) : undefined
      const facts = block.type === 'opaque' ? opaqueFacts(block) : textFacts(block)
      return {
        message: messageIndex,
        block: blockIndex,
        role: block.type === 'toolResult' ? 'tool' : message.role,
        type: block.type,
        age,
        tokens: countBlock(block, context.ranker),
        length: block.type === 'opaque' ? 0 : block.text.length,
        ...(tool === undefined ? {} : { tool }),
        ...facts,
        referred: referred.size > 0 && namesOf(message, block, facts.hash).some(name => referred.has(name)),
        pinned: isPinned,
        ...patternOf(block, patterns),
      }
    })
  })
}

function referencesIn(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ blocks }) =>
      blocks.flatMap(block => (block.type === 'opaque' ? [] : (referenceIn(block.text) ?? []))),
    ),
  )
}

/** How a line about another text may name this one. */
function namesOf({ id }: Message, block: Block, hash: string | undefined): readonly string[] {
  return [
    ...(id === undefined ? [] : [id]),
    ...(block.type === 'toolResult' ? [block.callId] : []),
    ...(hash === undefined ? [] : [handleOf(hash)]),
  ]
}

function patternOf(block: Block, patterns: readonly RegExp[]): { pattern?: string } {
  if (block.type === 'opaque') return {}
  const pattern = patterns.find(candidate => candidate.test(block.text))
  return pattern === undefined ? {} : { pattern: String(pattern) }
}

type TextFacts = Pick<Measured, 'hash' | 'kind' | 'secret' | 'editable' | 'compressed' | 'named'>

function textFacts(block: Exclude<Block, { type: 'opaque' }>): TextFacts {
  return {
    hash: hashText(block.text),
    kind: block.type === 'toolCall' ? 'json' : contentKind(block.text),
    secret: findSecrets(block.text).length > 0,
    editable: block.path !== undefined,
    compressed: isMarked(block.text),
    named: handlesIn(block.text).length > 0,
  }
}

function opaqueFacts({ kind }: Extract<Block, { type: 'opaque' }>): TextFacts {
  const contentKinds = { reasoning: 'reasoning', refusal: 'prose' } as const
  const isText = kind === 'reasoning' || kind === 'refusal'
  const isMedia = kind === 'image' || kind === 'document' || kind === 'audio' || kind === 'video'
  return {
    kind: isText ? contentKinds[kind] : isMedia ? 'media' : 'other',
    secret: false,
    editable: false,
    compressed: false,
    named: false,
  }
}

function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { blocks } of messages)
    for (const block of blocks)
      if (block.type === 'toolCall' || (block.type === 'toolResult' && block.name !== undefined))
        names.set(block.callId, block.name as string)
  return names
}

/** A `g` or `y` pattern remembers where it stopped and would answer differently each time. */
function withoutState(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
}
