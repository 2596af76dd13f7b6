/** How a partition came out: the five metrics with their targets, the arithmetic of its zones, and the next anchor. */
import { anchorOf } from '../../measure/anchor.ts'
import type { Settings } from '../../options.ts'
import { keyFacts } from '../../reduce/partition/key-facts.ts'
import { toBytes, toText } from '../../tokens/bytes.ts'
import { hashText } from '../../tokens/hash.ts'
import type { Metric, PartitionMetrics } from '../../types.ts'
import type { Conversation } from '../../view/conversation.ts'
import type { Outcome, Replacement } from '../../view/outcome.ts'

/** What a compression should reach. */
export const targets: Readonly<
  Record<'keptRatio' | 'reduction' | 'information' | 'recovery' | 'seconds', number>
> = {
  keptRatio: 0.6,
  reduction: 0.4,
  information: 0.95,
  recovery: 0.99,
  seconds: 5,
}

export interface Sizes {
  readonly before: number
  readonly after: number
}

export function partitionMetrics(
  { drafts, plan }: Outcome,
  { blocks }: Conversation,
  { stopwatch }: Pick<Settings, 'stopwatch'>,
  { before, after }: Sizes,
): PartitionMetrics {
  const keptRatio = before === 0 ? 1 : after / before
  const anchor = anchorOf(viewHashes(blocks, drafts))
  const seconds = stopwatch === undefined ? undefined : (stopwatch.clock() - stopwatch.startedAt) / 1000
  return {
    keptRatio: { value: keptRatio, target: targets.keptRatio, met: keptRatio <= targets.keptRatio },
    reduction: { ...atLeast(1 - keptRatio, targets.reduction), tokens: before - after },
    information: informationIn(drafts),
    recovery: recoveryOf(drafts),
    ...(seconds === undefined
      ? {}
      : { time: { value: seconds, target: targets.seconds, met: seconds < targets.seconds } }),
    ...(plan?.zones === undefined ? {} : { zones: plan.zones }),
    ...(anchor === undefined ? {} : { anchor }),
  }
}

function atLeast(value: number, target: number): Metric {
  return { value, target, met: value >= target }
}

function informationIn(drafts: readonly Replacement[]): PartitionMetrics['information'] {
  let facts = 0
  let preserved = 0
  for (const { input, reducer, after } of drafts)
    for (const fact of input === undefined ? [] : keyFacts(input, reducer)) {
      facts += 1
      if (after.includes(fact)) preserved += 1
    }
  return { ...atLeast(facts === 0 ? 1 : preserved / facts, targets.information), preserved, facts }
}

/** Each original is read back from the bytes that are stored, and held against its hash. */
function recoveryOf(drafts: readonly Replacement[]): PartitionMetrics['recovery'] {
  const attempts = drafts.length
  const restored = drafts.filter(
    ({ original: { text, hash } }) => hashText(toText(toBytes(text))) === hash,
  ).length
  const value = attempts === 0 ? 1 : restored / attempts
  return { value, target: targets.recovery, met: value > targets.recovery, restored, attempts }
}

/** Of the texts as the view has them; a message that was merged into another is gone. */
function viewHashes(
  blocks: Conversation['blocks'],
  drafts: readonly Replacement[],
): readonly (string | undefined)[] {
  const changed = new Map(
    drafts.flatMap(({ members, after }) =>
      members.map((member, at) => [keyOf(member), at === 0 ? hashText(after) : undefined] as const),
    ),
  )
  return blocks.map(block => (changed.has(keyOf(block)) ? changed.get(keyOf(block)) : block.hash))
}

function keyOf({ message, block }: { readonly message: number; readonly block: number }): string {
  return `${message} ${block}`
}
