/** The results of a partition: five metrics with their targets, the tokens of its zones, and the next anchor. */
import { anchorOf } from '../../measure/anchor.ts'
import type { Metric, PartitionMetrics } from '../../receipt.ts'
import type { Measured } from '../../reduce/plan.ts'
import { linesOf } from '../../scan/lines.ts'
import { ownSettings } from '../../settings/option-group.ts'
import type { Settings } from '../../settings/settings.ts'
import { toBytes, toText } from '../../tokens/bytes.ts'
import { hashText } from '../../tokens/hash.ts'
import { present } from '../../tokens/json-value.ts'
import { type Conversation, textAt } from '../../view/conversation.ts'
import { askable, judged } from '../../view/gate/quality-gate.ts'
import type { Replacement, ViewOutcome } from '../../view/view-outcome.ts'
import { partitionFacts } from './partition-facts.ts'
import { partitionOptions } from './partition-options.ts'
import type { PartitionPlan } from './partition-plan.ts'

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

interface Sizes {
  readonly before: number
  readonly after: number
}

export function partitionMetrics(
  outcome: ViewOutcome,
  conversation: Conversation,
  settings: Settings,
  { before, after }: Sizes,
): PartitionMetrics {
  const { stopwatch } = ownSettings(partitionOptions, settings)
  const { drafts, plan } = outcome
  const zones = (plan as PartitionPlan | undefined)?.zones
  const { blocks } = conversation
  const keptRatio = before === 0 ? 1 : after / before
  const anchor = anchorOf(viewHashes(blocks, drafts))
  const seconds = stopwatch === undefined ? undefined : (stopwatch.clock() - stopwatch.startedAt) / 1000
  const target = targets.seconds
  const time = seconds === undefined ? undefined : { value: seconds, target, met: seconds < target }
  return {
    keptRatio: { value: keptRatio, target: targets.keptRatio, met: keptRatio <= targets.keptRatio },
    reduction: { ...atLeast(1 - keptRatio, targets.reduction), tokens: before - after },
    information: informationIn(outcome, conversation),
    recovery: recoveryOf(drafts),
    ...present({ time, zones, anchor }),
  }
}

function atLeast(value: number, target: number): Metric {
  return { value, target, met: value >= target }
}

/** Maximum number of questions of each kind. */
const maxFacts = 100

/**
 * The share of facts that are still visible, measured without knowing how texts were shortened. Facts are what the changed
 * messages did, decided and failed at, and every line of output that reports an error.
 */
function informationIn(outcome: ViewOutcome, conversation: Conversation): PartitionMetrics['information'] {
  const { probes, misses } = judged(outcome, conversation, askable(conversation, maxFacts))
  const lines = outcome.drafts.flatMap(({ members, after }) =>
    members.flatMap(member => errorLines(member, conversation).map(line => after.includes(line))),
  )
  const facts = probes.length + lines.length
  const preserved = probes.length - misses.length + lines.filter(isShown => isShown).length
  return { ...atLeast(facts === 0 ? 1 : preserved / facts, targets.information), preserved, facts }
}

const errorWord = /\b(?:error|failed|failure|exception|fatal|panic|denied|refused)(?!\w)/i
const minLineLength = 10
/** Only the beginning of a line is compared. */
const comparedLength = 60

/** Error lines of program output, once for those that differ only in numbers. Files that mention errors do not count. */
function errorLines(member: Measured, { messages }: Conversation): readonly string[] {
  const type = partitionFacts(member)?.type
  if (type !== 'command' && type !== 'result') return []
  const shapes = new Map<string, string>()
  for (const { text } of linesOf(textAt(messages, member))) {
    const line = text.trim().slice(0, comparedLength)
    if (line.length < minLineLength || !errorWord.test(line)) continue
    const shape = line.replace(/\d+/g, '0')
    if (!shapes.has(shape)) shapes.set(shape, line)
  }
  return [...shapes.values()]
}

/** Decodes each original from its stored bytes and compares the hash. */
function recoveryOf(drafts: readonly Replacement[]): PartitionMetrics['recovery'] {
  const attempts = drafts.length
  const restored = drafts.filter(
    ({ original: { text, hash } }) => hashText(toText(toBytes(text))) === hash,
  ).length
  const value = attempts === 0 ? 1 : restored / attempts
  return { value, target: targets.recovery, met: value > targets.recovery, restored, attempts }
}

/** Hashes of the texts in the view; `undefined` for a message that was merged into another. */
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
