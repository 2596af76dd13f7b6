/** Which messages stay, for the strategies that keep whole ones: a fixed number, or as many as fit. */
import { indicesOf, type MessageGroup } from '../../measure/message-groups.ts'
import { callOrigins } from '../../measure/text-sources.ts'
import { nameWithFolder } from '../../scan/actions/shell/join-path.ts'
import { maxSpanEnd } from '../../scan/marker.ts'
import type { Message } from '../../types.ts'
import { type Layout, layoutOf } from '../../view/layout.ts'
import type { SessionLedger } from '../../view/session-ledger.ts'
import type { ViewContext } from '../../view/view-context.ts'
import type { RehydrateLimits } from './rehydrate-limits.ts'
import { groupsOfMessages, groupsOfTokens, type SpanStrategy } from './span-strategy.ts'
import { maxLineTokens } from './span-text.ts'

interface SpanLayouts {
  /** Only what must never change. */
  readonly minimal: Layout
  /** As many messages as the caller or the strategy wants. */
  readonly byNumber: () => Layout
  /** As many as fit beside the summary. The cost of the summary is computed once, after most messages are chosen. */
  readonly within: (budget: number, summaryTokens: (soFar: Layout) => number) => Layout
  /** Upper bound for the size of a view with one line for each gap. */
  readonly bareTokens: (layout: Layout) => number
}

/** Under a budget, files that are put back take at most this share of the room. */
const rehydratedShare = 0.5
/** How often freed room is assigned again. */
const maxRounds = 3

export function spanLayouts(
  strategy: SpanStrategy,
  context: ViewContext,
  session: SessionLedger,
): SpanLayouts {
  const { conversation, settings, groups } = context
  const { blocks, messages, counters, format } = conversation
  const lineCost =
    maxLineTokens(counters.counter) + format.framing.message + counters.counter.count(maxSpanEnd)
  const irreplaceable = Array.from(session.irreplaceable, index => [index, notAvailable] as const)
  const layoutKeeping = (...chosen: readonly Chosen[]): Layout =>
    layoutOf({
      ...context,
      blocks,
      preserve: settings.preserve,
      tailRoom: 0,
      also: new Map([...chosen.flatMap(reasonsOf), ...irreplaceable]),
    })
  const bareTokens = ({ kept, spans }: Layout): number =>
    [...kept.keys()].reduce(
      (sum, index) => sum + context.countOf(index),
      context.fixedTokens + spans.length * lineCost,
    ) + spans.reduce((sum, span) => sum + sumOf(span, context.instructionTokens), 0)
  const minimal = layoutKeeping()
  /** Neither protected nor only a summary. */
  const free = groups.filter(
    ({ first }) => !minimal.kept.has(first) && (!session.isView(first) || session.hasWords(first)),
  )
  const ranked = (some: readonly MessageGroup[]): readonly MessageGroup[] => strategy.rank(some, messages)
  const rehydrate = strategy.rehydrate?.(settings)
  const rehydrated = (room: number): readonly MessageGroup[] =>
    rehydrate === undefined
      ? []
      : rehydratedGroups(messages, free, { ...rehydrate, tokens: Math.min(rehydrate.tokens, room) }, group =>
          sumOf(group, index => context.messageTokens[index] as number),
        )

  const byNumber = (): Layout => {
    const candidates = strategy.isUnbroken ? groups : free
    const kept = groupsOfMessages(ranked(candidates), settings.keep ?? strategy.keeps)
    return layoutKeeping([kept, strategy.reason], [rehydrated(Number.POSITIVE_INFINITY), beingEdited])
  }

  const within = (budget: number, summaryTokens: (soFar: Layout) => number): Layout => {
    const files = rehydrated((budget - bareTokens(minimal)) * rehydratedShare)
    const rest = ranked(free.filter(group => !files.includes(group)))
    const layoutWith = (some: readonly MessageGroup[]): Layout =>
      layoutKeeping([files, beingEdited], [some, strategy.reason])
    // A message kept among others may split a gap in two.
    const costOf = (group: MessageGroup): number =>
      sumOf(group, context.countOf) + (strategy.isUnbroken ? 0 : lineCost)
    const fitting = (room: number, some: readonly MessageGroup[]): readonly MessageGroup[] =>
      groupsOfTokens(some, room, costOf, strategy.isUnbroken)
    let kept = fitting((budget - bareTokens(layoutWith([]))) * strategy.tailShare, rest)
    let layout = layoutWith(kept)
    const summary = summaryTokens(layout)
    // Room that the summary leaves goes to more messages; closed gaps free room again.
    for (let round = 0; round < maxRounds; round += 1) {
      const before = new Set(kept)
      const more = fitting(
        budget - bareTokens(layout) - summary,
        rest.filter(group => !before.has(group)),
      )
      if (more.length === 0) break
      kept = [...kept, ...more]
      layout = layoutWith(kept)
    }
    return layout
  }

  return { minimal, byNumber, within, bareTokens }
}

const beingEdited = 'a file that is being edited'
const notAvailable = 'covers messages that are not available'

type Chosen = readonly [groups: readonly MessageGroup[], reason: string]

function reasonsOf([groups, reason]: Chosen): readonly (readonly [number, string])[] {
  return groups.flatMap(group => indicesOf(group).map(index => [index, reason] as const))
}

function sumOf(group: MessageGroup, of: (index: number) => number): number {
  return indicesOf(group).reduce((sum, index) => sum + of(index), 0)
}

/** The groups that show edited files, the file that was edited last first. */
function rehydratedGroups(
  messages: readonly Message[],
  groups: readonly MessageGroup[],
  { files, tokensPerFile, tokens }: RehydrateLimits,
  costOf: (group: MessageGroup) => number,
): readonly MessageGroup[] {
  const shownAt = latestOutputs(messages)
  const groupAt = new Map(groups.flatMap(group => indicesOf(group).map(index => [index, group] as const)))
  const chosen = new Set<MessageGroup>()
  let left = tokens
  let count = 0
  for (const path of editedLast(messages)) {
    if (count >= files) break
    const group = groupAt.get(shownAt.get(path) ?? -1)
    if (group === undefined) continue
    const cost = chosen.has(group) ? 0 : costOf(group)
    if (cost > tokensPerFile || cost > left) continue
    left -= cost
    count += 1
    chosen.add(group)
  }
  return [...chosen]
}

/** By path, the message whose call shows the whole file: it was read, or written as a whole. */
function latestOutputs(messages: readonly Message[]): ReadonlyMap<string, number> {
  const origins = callOrigins(messages)
  const shown = new Map<string, number>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      if (block.type !== 'toolResult' || block.isError === true) continue
      const origin = origins.get(block.callId)
      if (origin?.showsFile === true && origin.source.path !== undefined)
        shown.set(nameWithFolder(origin.source.path), origin.message)
    }
  return shown
}

function editedLast(messages: readonly Message[]): readonly string[] {
  const edited = new Map<string, number>()
  for (const { message, edits } of callOrigins(messages).values())
    for (const path of edits) edited.set(nameWithFolder(path), message)
  return [...edited].sort(([, one], [, other]) => other - one).map(([path]) => path)
}
