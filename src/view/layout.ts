/** Which messages stay as they are: what may never change, and the newest while they fit. */
import { indicesOf, type MessageGroup } from '../measure/message-groups.ts'
import type { Decision, Measured, Plan } from '../reduce/plan.ts'
import type { Role, StrategyName } from '../types.ts'
import { instructionsInForce, lastUserMessage } from './protect.ts'

export interface LayoutInput {
  readonly blocks: readonly Measured[]
  readonly groups: readonly MessageGroup[]
  /** Tokens of each message, with its framing. */
  readonly messageTokens: readonly number[]
  /** The role of each message in its format. */
  readonly roles: readonly Role[]
  /** Messages that call tools which have not answered. */
  readonly open: ReadonlySet<number>
  /** The message that holds what the provider has compacted. */
  readonly compaction?: number | undefined
  readonly preserve: readonly Role[]
  /** Tokens for the newest messages. */
  readonly tailRoom: number
  /** How many tokens fewer they and later messages take if they stay; asked in turn, the newest first. */
  readonly savingsOf?: (group: MessageGroup) => number
  /** A last user message of more tokens that the agent has worked on since is not kept to the letter. @default no limit */
  readonly maxLastUser?: number
  /** Further messages that stay, with their groups, and why. */
  readonly also?: ReadonlyMap<number, string>
}

export interface Layout {
  /** Why each message that stays does so. */
  readonly kept: ReadonlyMap<number, string>
  /** The runs of messages between them. */
  readonly spans: readonly MessageGroup[]
}

export function layoutOf(input: LayoutInput): Layout {
  const { groups, messageTokens, tailRoom } = input
  const kept = new Map<number, string>()
  const held = heldMessages(input)
  for (const reasons of [held, input.also ?? new Map<number, string>()])
    for (const { first, last } of groups) {
      let reason: string | undefined
      for (let index = first; index <= last; index += 1) reason ??= reasons.get(index)
      if (reason === undefined || kept.has(first)) continue
      for (let index = first; index <= last; index += 1) kept.set(index, reason)
    }
  let room = tailRoom
  for (const group of groups.toReversed()) {
    const { first, last } = group
    if (kept.has(first)) continue
    for (let index = first; index <= last; index += 1) room -= messageTokens[index] as number
    room += input.savingsOf?.(group) ?? 0
    if (room < 0) break
    for (let index = first; index <= last; index += 1) kept.set(index, 'recent')
  }
  keepEmptyBefore(input, kept)
  const begins = beginnings(input)
  releaseReadInstructions(input, held, kept, begins)
  return { kept, spans: spansOutside(kept, messageTokens.length, begins) }
}

function heldMessages(input: LayoutInput): ReadonlyMap<number, string> {
  const { blocks, preserve, open, compaction } = input
  const held = new Map<number, string>()
  const lastUser = heldUserMessage(input)
  const mixed = new Set(blocks.flatMap(block => (isInstructions(block) ? [] : [block.message])))
  for (const { message, role, pinned, pattern } of blocks) {
    if (held.has(message)) continue
    if (preserve.includes(role)) held.set(message, `role ${role}`)
    else if (pinned) held.set(message, 'pinned')
    else if (pattern !== undefined) held.set(message, `matches ${pattern}`)
    else if (message === lastUser) held.set(message, 'last user message')
    else if (open.has(message)) held.set(message, 'open tool call')
    else if (message === compaction) held.set(message, 'compaction of the provider')
    else if (!mixed.has(message)) held.set(message, instructionsInForce)
  }
  return held
}

/** A request above this multiple of its limit is very long. */
const maxRequests = 2.5

/** A long request is shown by its parts once more has been done since than it takes, a very long one once anything has. */
function heldUserMessage({ blocks, messageTokens, maxLastUser }: LayoutInput): number | undefined {
  const last = lastUserMessage(blocks)
  if (last === undefined || maxLastUser === undefined) return last
  const own = messageTokens[last] as number
  const since = messageTokens.slice(last + 1).reduce((sum, tokens) => sum + tokens, 0)
  const isWorkedOn = own > maxLastUser * maxRequests ? since > 0 : since > own
  return own > maxLastUser && isWorkedOn ? undefined : last
}

function isInstructions({ instructions }: Measured): boolean {
  return instructions?.isAll === true && instructions.maxTokens === undefined
}

/** Instructions among other text lead the span of their group: so they stay in their place. */
function beginnings({ blocks, groups }: LayoutInput): Set<number> {
  const isWhole = ({ instructions }: Measured): boolean =>
    instructions !== undefined && instructions.maxTokens === undefined
  const holding = new Set(blocks.flatMap(block => (isWhole(block) ? [block.message] : [])))
  const speaking = new Set(blocks.map(({ message }) => message))
  const begins = new Set<number>()
  for (const { first, last } of holding.size === 0 ? [] : groups)
    for (let index = first; index <= last && speaking.has(first); index += 1)
      if (holding.has(index)) begins.add(first)
  return begins
}

/**
 * Only the agent may speak after a tool's result, and the text of a span is a user's: instructions in a result right
 * before a span lead its text instead, so that roles alternate as they did.
 */
function releaseReadInstructions(
  { blocks, groups, roles }: LayoutInput,
  held: ReadonlyMap<number, string>,
  kept: Map<number, string>,
  begins: Set<number>,
): void {
  const unnamed = new Set(
    blocks.flatMap(({ message, instructions }) =>
      instructions?.isRead === true && instructions.path === undefined ? [message] : [],
    ),
  )
  const isHeld = (index: number): boolean =>
    unnamed.has(index) || (held.get(index) ?? instructionsInForce) !== instructionsInForce
  for (const group of groups.toReversed()) {
    const { first, last } = group
    const next = last + 1
    const isBeforeSpan = next < roles.length && !kept.has(next) && roles[next] !== 'user'
    const isReleased =
      isBeforeSpan &&
      roles[last] === 'tool' &&
      kept.get(first) === instructionsInForce &&
      begins.has(first) &&
      !indicesOf(group).some(isHeld)
    if (!isReleased) continue
    for (let index = first; index <= last; index += 1) kept.delete(index)
    // Several in a row lead one text.
    begins.delete(next)
  }
}

/** A span is identified by its first block, so it has to begin with one: messages without any stay before it. */
function keepEmptyBefore({ blocks, messageTokens }: LayoutInput, kept: Map<number, string>): void {
  const speaking = new Set(blocks.map(({ message }) => message))
  for (let index = 0; index < messageTokens.length; index += 1)
    if (!speaking.has(index) && !kept.has(index) && (index === 0 || kept.has(index - 1)))
      kept.set(index, 'empty')
}

function spansOutside(
  kept: ReadonlyMap<number, string>,
  messages: number,
  begins: ReadonlySet<number>,
): readonly MessageGroup[] {
  const spans: MessageGroup[] = []
  for (let index = 0; index < messages; index += 1) {
    if (kept.has(index)) continue
    const first = index
    while (index + 1 < messages && !kept.has(index + 1) && !begins.has(index + 1)) index += 1
    spans.push({ first, last: index })
  }
  return spans
}

/** A layout as a plan: one decision for every block, and why. */
export function layoutPlan(
  { kept, spans }: Layout,
  blocks: readonly Measured[],
  strategy: StrategyName,
): Plan {
  const startOf = new Map(
    spans.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => [first + index, first] as const),
    ),
  )
  const first = new Map(blocks.toReversed().map(({ message, block }) => [message, block]))
  const decisions = blocks.map(({ message, block, tokens }): Decision => {
    const start = startOf.get(message)
    if (start === undefined) return { message, block, action: 'keep', reason: kept.get(message) ?? 'kept' }
    const into = { message: start, block: first.get(start) ?? 0 }
    return message === into.message && block === into.block
      ? { message, block, action: 'reduce', reducer: 'digest', tokens, reason: 'older than what fits' }
      : { message, block, action: 'merge', into, reason: 'older than what fits' }
  })
  return { strategy, decisions }
}
