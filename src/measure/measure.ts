/** Reads every block once and records the facts that a strategy needs. */
import { detectedKind } from '../reduce/content/index.ts'
import type { Measured } from '../reduce/plan.ts'
import { isOnlyCarriers } from '../scan/actions/instruction-carriers.ts'
import { isShellReply } from '../scan/actions/spoken-calls.ts'
import { handlesIn, isMarked, referenceIn, spanPieces } from '../scan/marker.ts'
import { findSecrets } from '../scan/secrets/secrets.ts'
import { markedParts } from '../scan/speakers/marked-parts.ts'
import { handleOf } from '../tokens/handle.ts'
import { textHash } from '../tokens/hash.ts'
import { isImmutable } from '../tokens/immutable.ts'
import { countBlock } from '../tokens/message-tokens.ts'
import { remembered } from '../tokens/remembered.ts'
import type { Block, ContentKind, Message, OpaqueKind, TokenCounter } from '../types.ts'

/** Each of these searches the whole text for a few characters. */
const marksOf = remembered(
  text => ({
    isMarked: isMarked(text),
    hasHandle: handlesIn(text).length > 0,
    replacesMessages: replacesMessages(text),
    isPrinted: isPrinted(text),
  }),
  { name: 'marks' },
)

interface MeasureContext {
  /** Estimates, for ranking. */
  readonly ranker: TokenCounter
  readonly pins: readonly (number | string)[]
  readonly preservePatterns: readonly RegExp[]
  /** The messages with masked secrets, where this was already done: an unchanged message has no secrets. */
  readonly masked?: readonly Message[] | undefined
}

/** The block with further facts; lazy facts stay lazy. */
export function withFacts(block: Measured, facts: Partial<Measured>): Measured {
  return block instanceof TextBlock ? block.with(facts) : { ...block, ...facts }
}

export function measure(messages: readonly Message[], context: MeasureContext): readonly Measured[] {
  const tools = toolNames(messages)
  const patterns = context.preservePatterns.map(withoutState)
  const pins = new Set(context.pins)
  const isReferenceTarget = referencesIn(messages)
  let age = messages.filter(({ role }) => role === 'assistant').length
  return messages.flatMap((message, messageIndex) => {
    if (message.role === 'assistant') age -= 1
    const isTools = isShellReply(messages, messageIndex)
    const isPinned = pins.has(messageIndex) || (message.id !== undefined && pins.has(message.id))
    return message.blocks.map((block, blockIndex): Measured => {
      const tool =
        block.type === 'toolCall' || block.type === 'toolResult' ? tools.get(block.callId) : undefined
      const hash = block.type === 'opaque' ? undefined : textHash(block.text)
      const names = isReferenceTarget.size === 0 ? [] : namesOf(message, block, hash)
      const known = {
        message: messageIndex,
        block: blockIndex,
        role: isTools || block.type === 'toolResult' ? 'tool' : message.role,
        type: block.type,
        age,
        tokens: tokensOf(block, context.ranker),
        tool,
        hash,
        isReferenceTarget: names.some(name => isReferenceTarget.has(name)),
        pinned: isPinned,
        pattern: patternOf(block, patterns),
      } as const
      if (block.type === 'opaque') return opaqueBlock(block, known)
      const masked = context.masked?.[messageIndex]?.blocks[blockIndex]
      return textBlock(block, known, masked === undefined ? undefined : masked !== block)
    })
  })
}

/** The blocks of a session are the same objects in each of its views. */
const counted = new WeakMap<Block, { readonly by: TokenCounter['count']; readonly tokens: number }>()

function tokensOf(block: Block, ranker: TokenCounter): number {
  const known = counted.get(block)
  if (known?.by === ranker.count) return known.tokens
  const tokens = countBlock(block, ranker)
  if (isImmutable(block)) counted.set(block, { by: ranker.count, tokens })
  return tokens
}

function referencesIn(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ blocks }) =>
      blocks.flatMap(block => (block.type === 'opaque' ? [] : (referenceIn(block.text) ?? []))),
    ),
  )
}

/** Names by which a line about another text may refer to this one. */
function namesOf({ id }: Message, block: Block, hash: string | undefined): readonly string[] {
  return [
    ...(id === undefined ? [] : [id]),
    ...(block.type === 'toolResult' ? [block.callId] : []),
    ...(hash === undefined ? [] : [handleOf(hash)]),
  ]
}

function patternOf(block: Block, patterns: readonly RegExp[]): string | undefined {
  if (block.type === 'opaque') return undefined
  const pattern = patterns.find(candidate => candidate.test(block.text))
  return pattern === undefined ? undefined : String(pattern)
}

type LookedAt = 'length' | 'kind' | 'secret' | 'editable' | 'compressed' | 'hasHandle'

type Known = Omit<Measured, LookedAt>

/** Expensive facts are computed lazily: most blocks are kept whatever they contain. */
interface Looks {
  readonly text: string
  kind: ContentKind | undefined
  secret: boolean | undefined
}

/** A class, so that all objects have the same shape: V8 reads an object with its own getters slowly, like a dictionary. */
class TextBlock implements Measured {
  readonly message: number
  readonly block: number
  readonly role: Measured['role']
  readonly type: Measured['type']
  readonly age: number
  readonly tokens: number
  readonly tool: string | undefined
  readonly hash: string | undefined
  readonly isReferenceTarget: boolean
  readonly pinned: boolean
  readonly pattern: string | undefined
  readonly length: number
  readonly editable: boolean
  readonly compressed: boolean
  readonly hasHandle: boolean
  readonly replacesMessages: true | undefined
  readonly isPrinted: true | undefined
  readonly instructions: Measured['instructions']
  readonly facts: Measured['facts']
  readonly source: Measured['source']
  readonly origin: string | undefined
  readonly #looks: Looks

  constructor(known: Omit<Measured, 'kind' | 'secret'>, looks: Looks) {
    this.message = known.message
    this.block = known.block
    this.role = known.role
    this.type = known.type
    this.age = known.age
    this.tokens = known.tokens
    this.tool = known.tool
    this.hash = known.hash
    this.isReferenceTarget = known.isReferenceTarget
    this.pinned = known.pinned
    this.pattern = known.pattern
    this.length = known.length
    this.editable = known.editable
    this.compressed = known.compressed
    this.hasHandle = known.hasHandle
    this.replacesMessages = known.replacesMessages
    this.isPrinted = known.isPrinted
    this.instructions = known.instructions
    this.facts = known.facts
    this.source = known.source
    this.origin = known.origin
    this.#looks = looks
  }

  get kind(): ContentKind {
    this.#looks.kind ??= detectedKind(this.#looks.text)
    return this.#looks.kind
  }

  get secret(): boolean {
    this.#looks.secret ??= findSecrets(this.#looks.text).length > 0
    return this.#looks.secret
  }

  with(facts: Partial<Measured>): TextBlock {
    return Object.assign(new TextBlock(this, this.#looks), facts)
  }

  toJSON(): Measured {
    return { ...this, kind: this.kind, secret: this.secret }
  }
}

function textBlock(
  block: Exclude<Block, { type: 'opaque' }>,
  known: Known,
  isSecret: boolean | undefined,
): Measured {
  const { text } = block
  const marks = marksOf(text)
  const looked = {
    ...known,
    length: text.length,
    editable: block.path !== undefined,
    compressed: marks.isMarked,
    hasHandle: marks.hasHandle,
    replacesMessages: marks.replacesMessages ? true : undefined,
    isPrinted: marks.isPrinted ? true : undefined,
  } as const
  return new TextBlock(looked, {
    text,
    kind: block.type === 'toolCall' ? 'json' : undefined,
    secret: isSecret,
  })
}

/** Whether a text is only about earlier messages: only instructions precede what replaces them. */
function replacesMessages(text: string): boolean {
  const pieces = spanPieces(text)
  const marked = pieces.findIndex(({ mark }) => mark !== undefined)
  return (
    marked >= 0 &&
    pieces.every(({ mark, text }, at) => mark !== undefined || (at < marked && isOnlyCarriers(text)))
  )
}

const outputTag = /^\s{0,8}<(?:bash-std(?:out|err)|local-command-std(?:out|err)|aider_output)>/

/** Whether a text is only what a program printed: `<bash-stdout>2 passed</bash-stdout>`. */
function isPrinted(text: string): boolean {
  if (!outputTag.test(text)) return false
  const parts = markedParts(text)
  const between = parts.map(({ start }, at) => text.slice(parts[at - 1]?.end ?? 0, start))
  const rest = [...between, text.slice(parts.at(-1)?.end)].join('')
  return rest.trim() === '' && parts.every(({ kind }) => kind === 'program')
}

const mediaKinds: readonly OpaqueKind[] = ['image', 'document', 'audio', 'video']

function opaqueBlock({ kind }: Extract<Block, { type: 'opaque' }>, known: Known): Measured {
  const spoken = kind === 'reasoning' ? 'reasoning' : kind === 'refusal' ? 'prose' : undefined
  return {
    ...known,
    length: 0,
    kind: spoken ?? (mediaKinds.includes(kind) ? 'media' : 'other'),
    secret: false,
    editable: false,
    compressed: false,
    hasHandle: false,
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

/** A `g` or `y` pattern keeps its position and would give a different result each time. */
function withoutState(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
}
