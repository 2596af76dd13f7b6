/** The view that covers most of what the agent may need: the newest messages, and digests of all that came before. */
import { type Conversation, type Known, keysOf } from './conversation.ts'
import { type CoverageMarket, coverageMarket } from './coverage-market.ts'
import { type DigestSpan, digestSpans } from './digests.ts'
import { FoveaError } from './errors.ts'
import { countMessage, countOverhead } from './measure/tokens/message-tokens.ts'
import { budgetTokens, type Settings } from './options.ts'
import type { Outcome, Replacement } from './outcome.ts'
import { choosePieces } from './plan/coverage/choose-pieces.ts'
import { coveragePlan } from './plan/coverage/coverage-plan.ts'
import { type CoverageWeights, coverageWeights } from './plan/coverage/coverage-weights.ts'
import { fitChoice } from './plan/coverage/fit-choice.ts'
import { type Layout, layoutOf } from './plan/coverage/layout.ts'
import { messageGroups, openCalls } from './plan/coverage/message-groups.ts'
import { estimateError } from './plan/fitting.ts'
import { viewKey } from './provenance.ts'
import type { Offers } from './reduce/digest/offers.ts'
import { digestParts, renderDigest } from './reduce/digest/render-digest.ts'
import type { Floor, Message } from './types.ts'
import { acceptDrafts } from './verify/accept-drafts.ts'

/** More is chosen than should fit by estimate, so that there is something left to fill up with. */
const reach = 1.15

export function coverageOutcome(
  conversation: Conversation,
  known: Known,
  settings: Settings,
  untouched: () => Outcome,
  weights: CoverageWeights = coverageWeights,
): Outcome {
  if (settings.budget === undefined)
    throw new FoveaError('invalid-option', 'The strategy coverage needs a budget, such as "30%".')
  const budget = budgetTokens(settings.budget, conversation.tokens)
  if (conversation.tokens * (1 - estimateError) <= budget) {
    const whole = untouched()
    if (whole.tokens <= budget) return { ...whole, budget: { tokens: budget, met: true } }
  }
  const desk = deskOf(conversation, known, settings)
  const share = weights.tail.least + weights.tail.growth * Math.min(1, budget / conversation.tokens)
  const roomy = desk.lay(budget * share)
  const layout = roomy.bareTokens <= budget ? roomy : desk.lay(0)
  return layout.bareTokens <= budget
    ? filled(layout, desk, budget, weights)
    : atTheFloor(layout, desk, budget)
}

/** A layout with what it costs before anything of the digests is shown but their first lines. */
interface Laid extends Layout {
  readonly digests: readonly DigestSpan[]
  readonly bareTokens: number
}

interface Desk {
  readonly conversation: Conversation
  readonly known: Known
  readonly settings: Settings
  /** Of a message with its framing, exactly; counted once. */
  readonly countOf: (message: number) => number
  readonly lay: (tailRoom: number) => Laid
}

function deskOf(conversation: Conversation, known: Known, settings: Settings): Desk {
  const { messages, format, counters } = conversation
  const counted = new Map<number, number>()
  const countOf = (index: number): number => {
    const tokens =
      counted.get(index) ?? countMessage(messages[index] as Message, format.name, counters.counter)
    counted.set(index, tokens)
    return tokens
  }
  const messageTokens = estimatedSizes(conversation)
  const groups = messageGroups(messages)
  const lay = (tailRoom: number): Laid => {
    const layout = layoutOf({
      blocks: conversation.blocks,
      groups,
      messageTokens,
      open: openCalls(messages),
      preserve: settings.preserve,
      tailRoom,
    })
    const digests = digestSpans(
      conversation,
      layout.spans,
      messageTokens,
      known,
      settings.handles === 'named',
    )
    const bare = digests.reduce(
      (sum, digest) =>
        sum + digest.frameTokens + counters.counter.count(renderDigest(digest.source, nothing, [])),
      countOverhead([], format.name) + settings.reserved,
    )
    const bareTokens = [...layout.kept.keys()].reduce((sum, index) => sum + countOf(index), bare)
    return { ...layout, digests, bareTokens }
  }
  return { conversation, known, settings, countOf, lay }
}

const nothing: Offers = { sections: [], offers: [] }

function filled(layout: Laid, desk: Desk, budget: number, weights: CoverageWeights): Outcome {
  const { conversation, settings } = desk
  const { counter } = conversation.counters
  const market = coverageMarket(conversation, message => layout.kept.has(message), weights, settings.focus)
  const room = budget - layout.bareTokens
  const choice = choosePieces(market, room * reach, rulesWithin(market, room * weights.ruleShare))
  // Pieces and digests stand in the same order: one pass hands each its own, however many there are.
  const partsOf = (pieces: readonly number[]): readonly (readonly string[])[] => {
    let at = 0
    return layout.digests.map(({ source, last }) => {
      const from = at
      while (at < pieces.length && market.messageOf(pieces[at] as number) <= last) at += 1
      return digestParts(source, market.offers, pieces.slice(from, at))
    })
  }
  // A part ends a line, where no token reaches across: parts add up, and are counted once.
  const counted = new Map<string, number>()
  const countPart = (part: string): number => {
    const tokens = counted.get(part) ?? counter.count(`${part}\n`)
    counted.set(part, tokens)
    return tokens
  }
  const cost = (digests: readonly (readonly string[])[]): number =>
    digests.flat().reduce((sum, part) => sum + countPart(part), 0)
  const bare = cost(partsOf([]))
  const pieces = fitChoice(choice, room, chosen => cost(partsOf(chosen)) - bare)
  const texts = partsOf(pieces).map(parts => parts.join('\n'))
  return judged(layout, desk, texts, budget)
}

/** The latest rules that fit. */
function rulesWithin({ rules, costs }: CoverageMarket, room: number): readonly number[] {
  let left = room
  return rules.filter(rule => {
    left -= costs[rule] as number
    return left >= 0
  })
}

function atTheFloor(layout: Laid, desk: Desk, budget: number): Outcome {
  const outcome = judged(
    layout,
    desk,
    layout.digests.map(({ source }) => renderDigest(source, nothing, [])),
    budget,
  )
  const parts: Record<string, number> = {}
  for (const [index, reason] of layout.kept) parts[reason] = (parts[reason] ?? 0) + desk.countOf(index)
  const named = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const floor: Floor = {
    tokens: outcome.tokens,
    parts: { ...parts, 'markers, system and tools': Math.max(0, outcome.tokens - named) },
  }
  return { ...outcome, budget: outcome.budget?.met ? outcome.budget : { tokens: budget, met: false, floor } }
}

function judged(layout: Laid, desk: Desk, texts: readonly string[], budget: number): Outcome {
  const { conversation, known, settings, countOf } = desk
  const drafts = layout.digests
    .map((digest, index) => draftOf(digest, texts[index] as string, conversation))
    .filter(draft => isSmaller(draft, countOf))
  const accepted = acceptDrafts(
    drafts,
    { views: known.views, input: keysOf(conversation) },
    conversation.counters.counter,
  )
  const replaced = new Set(accepted.drafts.flatMap(messagesOf))
  const start = accepted.drafts.reduce(
    (sum, { tokensAfter }) => sum + tokensAfter,
    countOverhead([], conversation.format.name) + settings.reserved,
  )
  const tokens = conversation.messages.reduce(
    (sum, _, index) => (replaced.has(index) ? sum : sum + countOf(index)),
    start,
  )
  return {
    ...accepted,
    tokens,
    isExact: true,
    plan: coveragePlan(layout, conversation.blocks),
    budget: { tokens: budget, met: tokens <= budget },
  }
}

function draftOf(digest: DigestSpan, after: string, { counters }: Conversation): Replacement {
  const { members, original, path, source, frameTokens } = digest
  return {
    measured: members[0] as Replacement['measured'],
    members,
    messages: source.messages,
    path,
    reducer: 'digest',
    reason: 'older than what fits',
    loss: 'recoverable',
    before: original.text,
    after,
    tokensBefore: source.tokens,
    tokensAfter: counters.counter.count(after) + frameTokens,
    handle: original.handle,
    original,
    viewHash: viewKey(after, original.message),
  }
}

/** Exactly where the estimate leaves a doubt. */
function isSmaller(draft: Replacement, countOf: (message: number) => number): boolean {
  if (draft.tokensAfter < draft.tokensBefore * (1 - estimateError)) return true
  return draft.tokensAfter < messagesOf(draft).reduce((sum, index) => sum + countOf(index), 0)
}

function messagesOf({ measured, messages }: Replacement): readonly number[] {
  return Array.from({ length: messages }, (_, index) => measured.message + index)
}

/** Of each message with its framing, as measured. */
function estimatedSizes({ messages, blocks, format }: Conversation): readonly number[] {
  const none = countOverhead([], format.name)
  const sizes = messages.map(message => countOverhead([message], format.name) - none)
  for (const { message, tokens } of blocks) sizes[message] = (sizes[message] as number) + tokens
  return sizes
}
