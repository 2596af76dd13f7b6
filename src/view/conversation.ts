/** A request's messages, read and measured: all that is known before anything is decided. */
import { formatOf } from '../formats/detect-format.ts'
import type { Format } from '../formats/format.ts'
import { readMessages } from '../formats/kept-reading.ts'
import { measure, withFacts } from '../measure/measure.ts'
import { withInstructions } from '../measure/with-instructions.ts'
import type { Measured } from '../reduce/plan.ts'
import { handlesIn } from '../scan/marker.ts'
import type { Settings } from '../settings/settings.ts'
import type { View } from '../store/store.ts'
import { type Counters, countersFor } from '../tokens/counters.ts'
import { handleNotIn } from '../tokens/handle.ts'
import { knownTextCounter, sharedLineCounter } from '../tokens/line-counter.ts'
import { countBlock, countOverhead, historyCharacters } from '../tokens/message-tokens.ts'
import { beginHistory } from '../tokens/remembered.ts'
import type { Block, Message, Path, Role, Target, TokenCounter } from '../types.ts'
import type { EarlierView } from './earlier-view.ts'
import { maskMessages } from './mask-messages.ts'
import { summaryIdOf, viewKey } from './provenance.ts'

export interface Conversation {
  readonly format: Format
  readonly raw: readonly unknown[]
  /** As they may be shown: with secrets masked, unless the caller wants them. */
  readonly messages: readonly Message[]
  /** As they were read. */
  readonly unmasked: readonly Message[]
  readonly blocks: readonly Measured[]
  /** The hash of every editable block. */
  readonly hashes: readonly string[]
  readonly counters: Counters
  /** Counts the texts of messages as they came, which a session has counted before. */
  readonly givenCounter: TokenCounter
  /** Tokens beside the blocks: what each message costs by itself, and what the caller reserved. */
  readonly overhead: number
  /** Tokens of the whole request, by the ranking counter. */
  readonly tokens: number
  /** Those of them that are no part of the history: system messages, and what the caller reserved. */
  readonly systemAndToolTokens: number
  /** Summaries of an earlier round that were joined with their neighbours and then separated; joined again where they stay. */
  readonly apart?: Apart
}

export interface Apart {
  /** By message: the text that replaces earlier ones, and where. */
  readonly summaries: ReadonlyMap<number, { readonly path: Path; readonly text: string }>
  /** The most that it takes to join them again; a part of `overhead`. */
  readonly joiningTokens: number
}

export function readConversation(raw: readonly unknown[], settings: Settings): Conversation {
  const format = formatOf(raw, settings.format)
  const unmasked = readMessages(raw, format)
  beginHistory(historyCharacters(unmasked))
  const masked = settings.secrets === 'mask' ? maskMessages(unmasked) : undefined
  const messages = masked ?? unmasked
  const counters = countersFor(settings, sharedLineCounter)
  const { counter: givenCounter } = countersFor(settings, knownTextCounter)
  const measured = measure(unmasked, { ...settings, ranker: counters.ranker, masked })
  const blocks = withInstructions(unmasked, measured).map(block => {
    if (summaryIdOf(raw[block.message]) !== undefined) return withFacts(block, { compressed: true })
    // What stays whole takes no room of other instructions, and is never shortened.
    const isWhole = block.instructions !== undefined && settings.preserve.includes(block.role)
    return isWhole ? withFacts(block, { instructions: undefined }) : block
  })
  const hashes = blocks.flatMap(({ hash, editable }) => (hash !== undefined && editable ? [hash] : []))
  const overhead = countOverhead(unmasked, format.framing) + settings.reserved
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, overhead)
  const systemAndToolTokens = blocks.reduce(
    (sum, block) => (systemRoles.has(block.role) ? sum + block.tokens : sum),
    settings.reserved,
  )
  return {
    format,
    raw,
    messages,
    unmasked,
    blocks,
    hashes,
    counters,
    givenCounter,
    overhead,
    tokens,
    systemAndToolTokens,
  }
}

const systemRoles: ReadonlySet<Role> = new Set(['system', 'developer'])

/** What a store knows of a conversation's texts. */
export interface StoreLookup {
  readonly views: ReadonlyMap<string, View>
  readonly handles: ReadonlyMap<string, string>
  /** Messages that replace earlier ones, for the strategies that ask. */
  readonly earlier?: readonly EarlierView[]
}

/** Texts that already name a handle, and that the store does not know, are not ours: ours must read differently. */
export function storeLookupOf(
  { hashes, messages, blocks }: Conversation,
  views: ReadonlyMap<string, View>,
  handles: readonly string[],
): StoreLookup {
  const foreign = blocks.filter(({ hash, compressed }) => compressed && !views.has(hash ?? ''))
  const taken = new Set(foreign.flatMap(measured => handlesIn(textAt(messages, measured))))
  const named = hashes.map(
    (hash, index) => [hash, handleNotIn(taken, handles[index] as string, hash)] as const,
  )
  return { views, handles: new Map(named) }
}

export function withStoreLookup(conversation: Conversation, { views }: StoreLookup): Conversation {
  const blocks = conversation.blocks.map(block =>
    block.hash !== undefined && views.has(block.hash) ? withFacts(block, { compressed: true }) : block,
  )
  return { ...conversation, blocks }
}

export function textAt(messages: readonly Message[], { message, block }: Target): string {
  const found = messages[message]?.blocks[block]
  return found === undefined || found.type === 'opaque' ? '' : found.text
}

/** Under which each text of the conversation would be looked up. */
export function keysOf({ unmasked, raw, blocks }: Conversation): ReadonlySet<string> {
  return new Set(
    blocks.map(block =>
      summaryIdOf(raw[block.message]) === undefined
        ? (block.hash ?? '')
        : viewKey(textAt(unmasked, block), raw[block.message]),
    ),
  )
}

interface ChangedBlocks {
  /** Several where messages become one. */
  readonly members: readonly Measured[]
  readonly tokensAfter: number
}

/** Tokens of the request with these blocks changed; the others are counted exactly, each once, where `exact` is set. */
export function viewTokens(
  conversation: Conversation,
  exact: boolean,
): (changed: readonly ChangedBlocks[]) => number {
  const counted = new Map<Measured, number>()
  const count = (measured: Measured): number => {
    if (!exact) return measured.tokens
    const known = counted.get(measured)
    if (known !== undefined) return known
    const block = conversation.unmasked[measured.message]?.blocks[measured.block] as Block
    const tokens = countBlock(block, conversation.givenCounter)
    counted.set(measured, tokens)
    return tokens
  }
  const frame = conversation.format.framing.message
  return changed => {
    const gone = new Set(changed.flatMap(({ members }) => members))
    const merged = gone.size - changed.length
    const written = changed.reduce(
      (sum, { tokensAfter }) => sum + tokensAfter,
      conversation.overhead - merged * frame,
    )
    return conversation.blocks.reduce((sum, block) => (gone.has(block) ? sum : sum + count(block)), written)
  }
}
