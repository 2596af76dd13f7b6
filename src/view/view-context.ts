/** What all strategies share that put one message in the place of many: what it costs, how it is judged, its floor. */
import { type MessageGroup, messageGroups, openCalls } from '../measure/message-groups.ts'
import type { Floor } from '../receipt.ts'
import type { Plan } from '../reduce/plan.ts'
import type { ReduceInput } from '../reduce/reducer.ts'
import type { Settings } from '../settings/settings.ts'
import { hashText } from '../tokens/hash.ts'
import { countMessage, countOverhead } from '../tokens/message-tokens.ts'
import type { Message, ReducerName, Role } from '../types.ts'
import { acceptDrafts } from './accept-drafts.ts'
import { type Conversation, keysOf, type StoreLookup } from './conversation.ts'
import { type DigestSpan, digestSpans } from './digest-spans.ts'
import { estimateError } from './fitting.ts'
import { instructionTexts } from './instruction-texts.ts'
import { messageNumbers } from './message-index.ts'
import { namedReplacement } from './named-replacement.ts'
import { instructionsInForce } from './protect.ts'
import { viewKey } from './provenance.ts'
import { spanParts } from './span-parts.ts'
import type { Replacement, ViewOutcome } from './view-outcome.ts'

/** A conversation, ready to have runs of its messages summarized. */
export interface ViewContext {
  readonly conversation: Conversation
  readonly lookup: StoreLookup
  readonly settings: Settings
  /** What no provider would take apart. */
  readonly groups: readonly MessageGroup[]
  /** The role of each message. */
  readonly roles: readonly Role[]
  /** Messages that call tools which have not answered. */
  readonly open: ReadonlySet<number>
  /** The message that holds what the provider has compacted. */
  readonly compaction: number | undefined
  /** The number of each message in the session. */
  readonly numbers: readonly number[]
  /** Tokens of each message with its framing, as measured. */
  readonly messageTokens: readonly number[]
  /** Exact tokens of a message with its framing; counted once. */
  readonly countOf: (message: number) => number
  /** Tokens of the request in addition to its messages. */
  readonly fixedTokens: number
  /** The instructions in a message, as they precede the text that replaces it. */
  readonly instructionTokens: (message: number) => number
  readonly spansOf: (runs: readonly MessageGroup[]) => readonly DigestSpan[]
}

export function viewContext(
  conversation: Conversation,
  lookup: StoreLookup,
  settings: Settings,
): ViewContext {
  const { messages, unmasked, format, givenCounter } = conversation
  const counted = new Map<number, number>()
  const countOf = (index: number): number => {
    const tokens =
      counted.get(index) ?? countMessage(unmasked[index] as Message, format.framing, givenCounter)
    counted.set(index, tokens)
    return tokens
  }
  const messageTokens = estimatedSizes(conversation)
  const instructed = instructionSizes(conversation)
  return {
    conversation,
    lookup,
    settings,
    groups: messageGroups(messages, format),
    roles: messages.map(({ role }) => role),
    open: openCalls(messages),
    compaction: latestCompaction(messages),
    numbers: messageNumbers(messages),
    messageTokens,
    countOf,
    fixedTokens: countOverhead([], format.framing) + settings.reserved,
    instructionTokens: message => instructed.get(message) ?? 0,
    spansOf: runs => digestSpans(conversation, runs, messageTokens, lookup, settings.handles === 'named'),
  }
}

/** The text that replaces a run of messages. */
export interface SpanText {
  readonly span: DigestSpan
  readonly text: string
  /** @default 'digest' */
  readonly reducer?: ReducerName
  /** From which a model can rewrite it. */
  readonly input?: ReduceInput
}

/** The view with those of the texts that keep the laws; `edits` are blocks of messages that stay. */
export function verifySpans(
  texts: readonly SpanText[],
  context: ViewContext,
  plan: Plan,
  edits: readonly Replacement[] = [],
): ViewOutcome {
  const replacements = [...texts.map(text => replacementOf(text, context)), ...edits]
  return { ...verifyReplacements(replacements, context), plan }
}

export function verifyReplacements(replacements: readonly Replacement[], context: ViewContext): ViewOutcome {
  const { conversation, lookup, settings, countOf } = context
  const { counter } = conversation.counters
  const accepted = acceptDrafts(
    replacements.filter(draft => isSmaller(draft, countOf) && !isBareView(draft, conversation)),
    { views: lookup.views, input: keysOf(conversation) },
    counter,
    // A text that replaces messages has digits of their hash in it.
    draft =>
      isOfMessages(draft) || settings.handles !== 'named'
        ? undefined
        : namedReplacement(draft, conversation.raw, counter),
  )
  const replaced = new Set(accepted.drafts.filter(isOfMessages).flatMap(messagesOf))
  const start = accepted.drafts.reduce(
    (sum, draft) => sum + draft.tokensAfter - (isOfMessages(draft) ? 0 : draft.tokensBefore),
    context.fixedTokens,
  )
  const tokens = conversation.messages.reduce(
    (sum, _, index) => (replaced.has(index) ? sum : sum + countOf(index)),
    start,
  )
  const extraTexts = accepted.drafts.flatMap(({ instructions = [] }) =>
    instructions.flatMap(({ text, original }) =>
      original === undefined ? [] : [{ viewHash: hashText(text), text: original }],
    ),
  )
  return { ...accepted, tokens, isExact: true, ...(extraTexts.length === 0 ? {} : { extraTexts }) }
}

/** The part of a floor that no message accounts for. */
export const markersAndMore = 'markers, system and tools'
/** The part of a floor that digests take: a view shows the state of the work in any case. */
const shortestDigests = 'digests of earlier messages'

/** Says whether the view is within the budget, and what makes that impossible where it is not. */
export function withBudget(
  outcome: ViewOutcome,
  budget: number,
  kept: ReadonlyMap<number, string>,
  { countOf, conversation }: ViewContext,
): ViewOutcome {
  // The cost of joining is known when the view is written; until then, assume the maximum.
  const joining = outcome.drafts.reduce((sum, { joiningTokens = 0 }) => sum + joiningTokens, 0)
  if (outcome.tokens + joining <= budget) return { ...outcome, budget: { tokens: budget, met: true } }
  const parts: Record<string, number> = {}
  const add = (name: string, tokens: number): void => {
    parts[name] = (parts[name] ?? 0) + tokens
  }
  for (const [index, reason] of kept) add(reason, countOf(index))
  for (const draft of outcome.drafts) {
    const { instructions = [], tokensAfter } = draft
    const tokens = instructions.reduce((sum, { text }) => sum + conversation.counters.counter.count(text), 0)
    if (instructions.length > 0) add(instructionsInForce, tokens)
    if (isOfMessages(draft)) add(shortestDigests, Math.max(0, tokensAfter - tokens))
  }
  const named = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const floor: Floor = {
    tokens: outcome.tokens,
    parts: { ...parts, [markersAndMore]: Math.max(0, outcome.tokens - named) },
  }
  return { ...outcome, budget: { tokens: budget, met: false, floor } }
}

function replacementOf(
  { span, text, reducer = 'digest', input }: SpanText,
  { conversation }: ViewContext,
): Replacement {
  const { members, original, path, source, frameTokens, joiningTokens, lead } = span
  const after = lead + text
  const { counter } = conversation.counters
  return {
    measured: members[0] as Replacement['measured'],
    members,
    messages: source.messages,
    path,
    reducer,
    reason: 'older than what fits',
    loss: 'recoverable',
    // Seldom needed, and as long as the history.
    get before() {
      return original.text
    },
    after,
    tokensBefore: source.tokens,
    tokensAfter:
      lead === ''
        ? counter.count(text) + frameTokens
        : counter.count(after) + conversation.format.framing.message,
    handle: original.handle,
    original,
    viewHash: viewKey(after, original.message),
    joiningTokens,
    ...(span.instructions.length === 0 ? {} : { instructions: span.instructions, lead }),
    ...(input === undefined ? {} : { input }),
  }
}

function isOfMessages({ original }: Replacement): boolean {
  return original.media === 'messages'
}

/** Counts exactly only where the estimate is in doubt. */
function isSmaller(draft: Replacement, countOf: (message: number) => number): boolean {
  if (!isOfMessages(draft)) return draft.tokensAfter < draft.tokensBefore
  const tokensAfter = draft.tokensAfter + (draft.joiningTokens ?? 0)
  if (tokensAfter < draft.tokensBefore * (1 - estimateError)) return true
  return tokensAfter < messagesOf(draft).reduce((sum, index) => sum + countOf(index), 0)
}

/** A line about earlier messages that shows nothing of them: another line about it would say less and be no shorter. */
function isBareView({ measured, messages, original }: Replacement, { unmasked }: Conversation): boolean {
  if (original.media !== 'messages' || messages > 1) return false
  const [view, ...others] = spanParts(unmasked[measured.message] as Message)
  const form = others.length === 0 ? view?.mark?.form : undefined
  return (form === 'digest' || form === 'line') && view?.text.includes('\n') === false
}

function messagesOf({ measured, messages }: Replacement): readonly number[] {
  return Array.from({ length: messages }, (_, index) => measured.message + index)
}

function instructionSizes(conversation: Conversation): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>()
  for (const measured of conversation.blocks)
    for (const { text } of instructionTexts(measured, conversation, true))
      sizes.set(
        measured.message,
        (sizes.get(measured.message) ?? 0) + conversation.counters.counter.count(`${text}\n\n`),
      )
  return sizes
}

/** Tokens of each message with its framing, as measured. */
function estimatedSizes({ messages, blocks, format }: Conversation): readonly number[] {
  const none = countOverhead([], format.framing)
  const sizes = messages.map(message => countOverhead([message], format.framing) - none)
  for (const { message, tokens } of blocks) sizes[message] = (sizes[message] as number) + tokens
  return sizes
}

/** The provider's own latest compaction, which contains those before it. A request to compact (`compaction_trigger`) comes from the caller and is not one. */
function latestCompaction(messages: readonly Message[]): number | undefined {
  const index = messages.findLastIndex(
    ({ role, blocks }) =>
      role === 'assistant' && blocks.some(block => block.type === 'opaque' && block.kind === 'compaction'),
  )
  return index < 0 ? undefined : index
}
