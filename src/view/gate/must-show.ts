/** What a view must show so that it answers the questions it missed: words, and the smallest blocks that say them. */
import { withFacts } from '../../measure/measure.ts'
import { holds } from '../../measure/probes/atoms.ts'
import type { Probe } from '../../measure/probes/probe.ts'
import type { Measured } from '../../reduce/plan.ts'
import { type Conversation, textAt } from '../conversation.ts'
import type { ViewOutcome } from '../view-outcome.ts'

export interface MustShow {
  /** In lower case. */
  readonly texts: ReadonlySet<string>
  /** For strategies that know whole blocks alone. */
  readonly blocks: ReadonlySet<Measured>
}

const maxWords = 32
/** A block above this share of the request is not kept for one word. */
const maxShare = 0.05
const minTokens = 200

/** The block that would answer with a word, for a question that comes from a message. */
export type CarrierOf = (word: string, message: number) => Measured | undefined

export function carrierFinder({ drafts }: ViewOutcome, { messages, tokens }: Conversation): CarrierOf {
  const maxTokens = Math.max(minTokens, tokens * maxShare)
  const removed = drafts
    .flatMap(({ members }) => members)
    .filter(block => block.type !== 'opaque' && block.tokens <= maxTokens)
  const lowered = new Map(removed.map(block => [block, textAt(messages, block).toLowerCase()]))
  const known = new Map<string, Measured | undefined>()
  return (word, message) => {
    const key = `${message} ${word}`
    if (!known.has(key)) known.set(key, carrierOf(word, message, lowered))
    return known.get(key)
  }
}

/** What keeping the answers of a question takes; endless where a word of it is nowhere to be kept. */
export function answerTokens({ keywords, message }: Probe, carrier: CarrierOf): number {
  const blocks = new Set(keywords.map(word => carrier(word, message)))
  return Array.from(blocks).reduce((sum, block) => sum + (block?.tokens ?? Number.POSITIVE_INFINITY), 0)
}

export function mustShowFor(misses: readonly Probe[], carrierOfWord: CarrierOf): MustShow {
  const texts = new Set<string>()
  const blocks = new Set<Measured>()
  for (const { keywords, message } of misses)
    for (const word of keywords) {
      if (texts.has(word) || texts.size >= maxWords) continue
      texts.add(word)
      const carrier = carrierOfWord(word, message)
      if (carrier !== undefined) blocks.add(carrier)
    }
  return { texts, blocks }
}

/** Where the question comes from if that says it, else the smallest; of equals the latest. */
function carrierOf(
  word: string,
  message: number,
  lowered: ReadonlyMap<Measured, string>,
): Measured | undefined {
  let best: Measured | undefined
  const isNear = (block: Measured): boolean => block.message === message || block.message === message + 1
  for (const [block, text] of lowered) {
    if (best !== undefined && isNear(best) && !isNear(block)) continue
    const isBetter = best === undefined || (isNear(block) && !isNear(best)) || block.tokens <= best.tokens
    if (isBetter && holds(text, word)) best = block
  }
  return best
}

/** As if the caller had pinned the blocks. */
export function withMustShow(conversation: Conversation, { blocks }: MustShow): Conversation {
  return {
    ...conversation,
    blocks: conversation.blocks.map(block =>
      blocks.has(block) ? withFacts(block, { pinned: true }) : block,
    ),
  }
}
