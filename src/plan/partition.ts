/** The strategy `partition`: what is recent stays, what is older is compressed by type until the target is met. */
import type {
  Decision,
  Measured,
  PartitionFacts,
  PartitionSettings,
  Plan,
  PlanSettings,
  ReducerName,
  Strategy,
  Target,
  Zones,
} from '../types.ts'
import { type BatchItem, batch, leastSize } from './partition/batch.ts'
import {
  compressibilityClass,
  compressibilityScore,
  compressibleOf,
  reductions,
} from './partition/compressibility.ts'
import { type CompressionForm, compressionForm, formOfType } from './partition/compression-form.ts'
import { seenBlocks } from './partition/incremental.ts'
import { namedStrength, pressureStep } from './partition/pressure.ts'
import { preservationZone } from './partition/zones.ts'
import { protect } from './protect.ts'

/** What should stay of a request, at most. */
export const targetRatio = 0.6

const defaultPartition: PartitionSettings = { share: 0.3 }

export const partition: Strategy = (blocks: readonly Measured[], settings: PlanSettings): Plan => {
  const wish = settings.partition ?? defaultPartition
  const places = placesOf(blocks, settings, wish)
  const tokens = (zone?: Place['zone']): number =>
    blocks.reduce(
      (sum, block, at) => sum + (zone === undefined || places[at]?.zone === zone ? block.tokens : 0),
      0,
    )
  const total = tokens()
  const pressure = wish.window === undefined ? undefined : total / wish.window
  const copies = visibleCopies(blocks, places)
  const proposals = blocks.map((block, at) =>
    proposalFor(block, places[at] as Place, { settings, wish, copies, pressure }),
  )
  const items = proposals.flatMap(proposal => (proposal.action === 'keep' ? [] : [proposal.item]))
  const target = wish.target ?? total * targetRatio
  const left = total - items.reduce((sum, item) => sum + item.tokens, 0)
  const { sizes, expected } = batch(items, target - left, wish.isPressed === true)
  let next = 0
  const decisions = blocks.map(({ message, block }, at): Decision => {
    const proposal = proposals[at] as Proposal
    if (proposal.action === 'keep') return { message, block, ...proposal }
    const size = sizes[next++]
    if (size === undefined) return { message, block, action: 'keep', reason: 'not needed for the target' }
    const { reducer, reason } = proposal
    return proposal.action === 'reference'
      ? { message, block, action: 'reference', reducer, to: proposal.to, reason }
      : {
          message,
          block,
          action: 'reduce',
          reducer,
          tokens: proposal.item.isFixed ? proposal.item.tokens : size,
          reason,
        }
  })
  const zones: Zones = {
    preserved: tokens('preserved'),
    untouchable: tokens('untouchable'),
    compressible: tokens('compressible'),
    target: Math.floor(target),
    expected: left + expected,
    ...(pressure === undefined ? {} : { pressure }),
  }
  return { strategy: 'partition', decisions, zones }
}

type Place =
  | { readonly zone: 'preserved' | 'untouchable'; readonly reason: string }
  | { readonly zone: 'compressible' }

function placesOf(
  blocks: readonly Measured[],
  settings: PlanSettings,
  wish: PartitionSettings,
): readonly Place[] {
  const reasons = protect(blocks, settings)
  const seen = seenBlocks(blocks, wish.since)
  const zone = preservationZone(blocks, {
    share: wish.isPressed === true ? 0 : wish.share,
    tokens: blocks.slice(seen).reduce((sum, { tokens }) => sum + tokens, 0),
    messages: settings.recencyWindow,
  })
  return blocks.map((_, at): Place => {
    const recent = zone[at]
    const reason = reasons[at]
    if (reason === 'recent') return { zone: 'preserved', reason }
    if (reason !== undefined) return { zone: 'untouchable', reason }
    if (at < seen) return { zone: 'untouchable', reason: 'seen by an earlier round' }
    return recent === undefined ? { zone: 'compressible' } : { zone: 'preserved', reason: recent }
  })
}

type Proposal =
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
  keyLength: 0,
}

const reducerOf: Readonly<Record<Exclude<CompressionForm['form'], 'preserve' | 'keep'>, ReducerName>> = {
  pointer: 'file-pointer',
  summary: 'conversation-summary',
  excerpt: 'command-excerpt',
  reference: 'result-reference',
}

/** One line with a path or a handle. */
const lineSize = 48
/** Copies go before everything else: nothing is lost from sight with them. */
const copyScore = 10_000

function proposalFor(
  block: Measured,
  place: Place,
  { settings, wish, copies, pressure }: Circumstances,
): Proposal {
  if (place.zone !== 'compressible') return { action: 'keep', reason: place.reason }
  const { tokens, length, compressed } = block
  const isPressed = wish.isPressed === true
  if (tokens < settings.minBlockTokens) return { action: 'keep', reason: 'small' }
  if (block.referred && !isPressed) return { action: 'keep', reason: 'another text refers to it' }
  const facts = block.partition ?? noFacts
  const score = compressibilityScore(compressibleOf(block, facts))
  const copy = settings.dedup && !compressed ? copies.get(block.hash ?? '') : undefined
  if (copy !== undefined) {
    const item = { tokens, score: copyScore + score, size: lineSize, isFixed: true }
    const to = { message: copy.message, block: copy.block }
    return { action: 'reference', item, reducer: 'duplicate', to, reason: 'exact duplicate' }
  }
  const size = sizeFor(tokens, score, pressure)
  const item = { tokens, score, size, isFixed: false }
  if (compressed) return { action: 'reduce', item, reducer: 'excerpt', reason: 'over the budget' }
  const { type, importance, hours } = facts
  const chosen = isPressed ? formOfType(type) : compressionForm({ type, importance, hours, length })
  if (chosen.form === 'preserve' || chosen.form === 'keep') return { action: 'keep', reason: chosen.reason }
  const sized =
    chosen.form === 'pointer'
      ? { ...item, size: lineSize, isFixed: true }
      : { ...item, size: isPressed ? size : Math.max(size, sizeOfFacts(block, facts)) }
  const said = `${chosen.reason}, ${compressibilityClass(score)} compressibility (${score})`
  return { action: 'reduce', item: sized, reducer: reducerOf[chosen.form], reason: said }
}

function sizeFor(tokens: number, score: number, pressure: number | undefined): number {
  const strength = (pressure === undefined ? 0 : pressureStep(pressure).strength) || namedStrength
  const reduction = reductions[compressibilityClass(score)] * (strength / namedStrength)
  return Math.max(leastSize, Math.round(tokens * (1 - reduction)))
}

/** What saves less is left alone. */
const mostKept = 0.9

/** Key facts may hold the size of a form above its class, as long as a tenth goes. */
function sizeOfFacts({ tokens, length }: Measured, { keyLength }: PartitionFacts): number {
  if (keyLength === 0) return 0
  return Math.round(Math.min(tokens * mostKept, (keyLength * tokens) / Math.max(1, length) + leastSize))
}

/** Texts that stay anyway, and that copies of them may refer to. */
function visibleCopies(blocks: readonly Measured[], places: readonly Place[]): ReadonlyMap<string, Measured> {
  const visible = new Map<string, Measured>()
  for (const [at, block] of blocks.entries())
    if (block.hash !== undefined && block.type !== 'toolCall' && places[at]?.zone !== 'compressible')
      visible.set(block.hash, block)
  return visible
}
