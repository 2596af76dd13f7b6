/** What could be done with one block of the compression zone, and how much of it would stay. */
import type { Measured, PlanSettings } from '../../reduce/plan.ts'
import type { ReducerName, Target } from '../../types.ts'
import { estimateError } from '../../view/fitting.ts'
import { type BatchItem, maxKept, minSize } from './batch.ts'
import { compressibilityClass, compressibilityScore, reductions } from './compressibility.ts'
import { type PartitionFacts, type PartitionType, partitionFacts } from './partition-facts.ts'
import type { PartitionSettings } from './partition-options.ts'
import type { Place } from './places.ts'

export type Proposal =
  | { readonly action: 'keep'; readonly reason: string }
  | ({ readonly item: BatchItem; readonly reducer: ReducerName; readonly reason: string } & (
      | { readonly action: 'reduce' }
      | { readonly action: 'reference'; readonly to: Target }
    ))

interface Circumstances {
  readonly settings: PlanSettings
  readonly wish: PartitionSettings
  readonly copies: ReadonlyMap<string, Measured>
  readonly pressure: number | undefined
}

const noFacts: PartitionFacts = {
  type: 'conversation',
  importance: 1,
  copies: 1,
  hours: Number.POSITIVE_INFINITY,
  isEdited: false,
  hasDecision: false,
  isFinished: false,
  keyLength: 0,
}

/** One line with a path or a handle. */
const lineSize = 48
/** Copies are replaced first: the text stays visible elsewhere. */
const copyScore = 10_000
/** Then finished work: everything before the last finished task, turn or commit. */
const finishedScore = 1000

export function proposalFor(
  block: Measured,
  place: Place,
  { settings, wish, copies, pressure }: Circumstances,
): Proposal {
  if (place.zone !== 'compressible') return { action: 'keep', reason: place.reason }
  const { tokens, length, compressed } = block
  const isPressed = wish.isPressed === true
  if (tokens < settings.minBlockTokens) return { action: 'keep', reason: 'small' }
  if (block.isReferenceTarget && !isPressed) return { action: 'keep', reason: 'another text refers to it' }
  const facts = partitionFacts(block) ?? noFacts
  const score = compressibilityScore({ ...facts, tokens })
  const copy = settings.dedup && !compressed ? copies.get(block.hash ?? '') : undefined
  if (copy !== undefined && copy !== block) {
    const item = { tokens, score: copyScore + score, size: lineSize, isFixed: true }
    const to = { message: copy.message, block: copy.block }
    return { action: 'reference', item, reducer: 'duplicate', to, reason: 'exact duplicate' }
  }
  // An earlier round may have fitted it to the minimum size; the estimate may be slightly above that.
  if (compressed && tokens * (1 - estimateError) <= minSize)
    return { action: 'keep', reason: 'already compressed' }
  const size = sizeFor(tokens, score, pressure)
  const item = { tokens, score: rankOf(score, facts), size, isFixed: false }
  if (compressed) return { action: 'reduce', item, reducer: 'excerpt', reason: 'over the budget' }
  const { type, importance, hours } = facts
  const { form, reason } = isPressed
    ? { form: forms[type].form, reason: 'over the budget' }
    : compressionForm({ type, importance, hours, length })
  if (form === 'preserve' || form === 'keep') return { action: 'keep', reason }
  const sized =
    form === 'pointer'
      ? { ...item, size: lineSize, isFixed: true }
      : { ...item, size: isPressed ? size : Math.max(size, sizeOfFacts(block, facts.keyLength)) }
  const said = `${reason}, ${compressibilityClass(score)} compressibility (${score})`
  return { action: 'reduce', item: sized, reducer: forms[type].reducer, reason: said }
}

function rankOf(score: number, { isFinished }: PartitionFacts): number {
  return isFinished ? finishedScore + score : score
}

/** Whether a block may be summarized together with its neighbours. */
export function isJoinable(
  block: Measured,
  place: Place,
  proposal: Proposal,
  wish: PartitionSettings,
): boolean {
  const { length, compressed, editable, isReferenceTarget } = block
  const facts = partitionFacts(block) ?? noFacts
  if (place.zone !== 'compressible' || compressed || !editable || proposal.action === 'reference')
    return false
  const isPressed = wish.isPressed === true
  if (isReferenceTarget && !isPressed) return false
  const { type, importance, hours } = facts
  // Longer output is shown by an excerpt of its own.
  if (type !== 'conversation' && length > maxKeptLength) return false
  return isPressed || compressionForm({ type: 'conversation', importance, hours, length }).form === 'summary'
}

/** The proposal for several messages together. */
export function rangeProposal(
  members: readonly Measured[],
  { settings, wish, pressure }: Circumstances,
): Proposal {
  const tokens = members.reduce((sum, block) => sum + block.tokens, 0)
  if (tokens < settings.minBlockTokens) return { action: 'keep', reason: 'small' }
  const factsOf = (block: Measured): PartitionFacts => partitionFacts(block) ?? noFacts
  const weighed = members.reduce((sum, block) => sum + block.tokens * factsOf(block).importance, 0)
  const last = factsOf(members.at(-1) as Measured)
  const importance = weighed / Math.max(1, tokens)
  const score = compressibilityScore({ tokens, hours: last.hours, copies: 1, importance })
  const size = sizeFor(tokens, score, pressure, rangeReduction)
  const key = members.reduce((sum, block) => sum + (partitionFacts(block)?.keyLength ?? 0), 0)
  const length = members.reduce((sum, block) => sum + block.length, 0)
  const allowed = wish.isPressed === true ? size : Math.max(size, sizeOfFacts({ tokens, length }, key))
  const item = { tokens, score: rankOf(score, last), size: allowed, isFixed: false }
  const reason = wish.isPressed === true ? 'over the budget' : 'conversation, not recent'
  return {
    action: 'reduce',
    item,
    reducer: 'conversation-summary',
    reason: `${reason}, ${compressibilityClass(score)} compressibility (${score})`,
  }
}

/** A summary of several messages is shorter in proportion: most talk is not worth keeping. */
const rangeReduction = 0.8

function sizeFor(tokens: number, score: number, pressure: number | undefined, minReduction = 0): number {
  const strength = (pressure === undefined ? 0 : strengthUnder(pressure)) || namedStrength
  const reduction =
    Math.max(minReduction, reductions[compressibilityClass(score)]) * (strength / namedStrength)
  return Math.max(minSize, Math.round(tokens * (1 - reduction)))
}

/** Key facts may raise the size of a form above that of its class, as long as a tenth is saved. */
function sizeOfFacts({ tokens, length }: Pick<Measured, 'tokens' | 'length'>, keyLength: number): number {
  if (keyLength === 0) return 0
  return Math.round(Math.min(tokens * maxKept, (keyLength * tokens) / Math.max(1, length) + minSize))
}

/** At this strength, classes reduce by their nominal shares. It applies where the size of the window is unknown. */
const namedStrength = 0.9

/** The share that is removed from an item of the highest class, by how full the window is; other classes in proportion. `NaN` counts as no pressure. */
export function strengthUnder(pressure: number): number {
  if (pressure >= 0.9) return 0.95
  if (pressure >= 0.75) return 0.9
  return pressure >= 0.6 ? 0.8 : 0
}

interface Item {
  readonly type: PartitionType
  /** From 1 to 5. */
  readonly importance: number
  readonly hours: number
  /** In characters. */
  readonly length: number
}

interface Form {
  readonly form: 'pointer' | 'summary' | 'excerpt' | 'reference'
  readonly reducer: ReducerName
  readonly reason: string
  readonly isKept: (item: Item) => boolean
  readonly whyKept: string
}

const criticalImportance = 4
/** Shorter output is kept: a shortened form would save too little. */
const maxKeptLength = 1000
const isShort = ({ length }: Item): boolean => length <= maxKeptLength

/** The form of each type, and which items of it are kept as they are. */
const forms: Readonly<Record<PartitionType, Form>> = {
  file: {
    form: 'pointer',
    reducer: 'file-pointer',
    reason: 'file, not recent',
    isKept: ({ hours }) => hours <= 1,
    whyKept: 'file, read in the last hour',
  },
  conversation: {
    form: 'summary',
    reducer: 'conversation-summary',
    reason: 'conversation, not recent',
    isKept: ({ hours }) => hours <= 0.5,
    whyKept: 'said in the last half hour',
  },
  command: {
    form: 'excerpt',
    reducer: 'command-excerpt',
    reason: 'command output',
    isKept: isShort,
    whyKept: 'short output',
  },
  result: {
    form: 'reference',
    reducer: 'result-reference',
    reason: 'tool result',
    isKept: isShort,
    whyKept: 'short result',
  },
}

/** The form of an item of the compression zone, by its type, importance, age and length. */
export function compressionForm(item: Item): {
  readonly form: Form['form'] | 'preserve' | 'keep'
  readonly reason: string
} {
  if (item.importance > criticalImportance) return { form: 'preserve', reason: 'critical' }
  const { form, reason, isKept, whyKept } = forms[item.type]
  return isKept(item) ? { form: 'keep', reason: whyKept } : { form, reason }
}
