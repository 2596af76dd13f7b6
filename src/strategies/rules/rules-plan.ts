/** The rules in their order: what the first one that holds makes of a block, and why. */
import type { Classification, ClassifierMode } from '../../models/model.ts'
import type { Decision, Measured, Plan, PlanSettings } from '../../reduce/plan.ts'
import { ownSettings } from '../../settings/option-group.ts'
import { countsOf } from '../../tokens/counts-of.ts'
import type { Target } from '../../types.ts'
import { instructionsInForce, lastUserMessage } from '../../view/protect.ts'
import type { BlockPlan } from '../blocks/block-chooser.ts'
import { withChanges } from '../blocks/changes.ts'
import { references } from './references.ts'
import { minLength, type RuleFacts, ruleFacts } from './rule-facts.ts'
import { rulesOptions } from './rules-options.ts'

/** Less prose than this around code is not worth a summary. */
const minProseAroundCode = 80

/** Rules of a user are kept verbatim. In a longer text they are probably part of something pasted. */
const maxConstraintLength = 4000

const noFacts: RuleFacts = {
  hasFence: false,
  isMixed: false,
  proseLength: 0,
  hard: [],
  isJson: false,
  isConstraint: false,
}

export interface RulesPlan extends Plan {
  /** What a classifier may decide; absent where there is none. */
  readonly inDoubt?: readonly Target[]
}

export const rulesPlan: BlockPlan = (blocks: readonly Measured[], settings: PlanSettings): RulesPlan => {
  const conversation = {
    messages: (blocks.at(-1)?.message ?? -1) + 1,
    lastUser: lastUserMessage(blocks),
    withCalls: new Set(blocks.flatMap(({ type, message }) => (type === 'toolCall' ? [message] : []))),
  }
  const early = blocks.map(block => keptBefore(block, conversation, settings))
  const { pointers, targets } = references(blocks, early, settings)
  const kept = blocks.map(
    (block, index) => early[index] ?? (targets.has(block) ? 'another text refers to it' : undefined),
  )
  const inDoubt: Target[] = []
  const decisions = blocks.map((measured, index): Decision => {
    const { message, block, tokens } = measured
    const place = { message, block }
    const reason = kept[index]
    const reference = pointers.get(measured)
    if (reference !== undefined) return { ...place, action: 'reference', ...reference }
    if (reason !== undefined) return { ...place, action: 'keep', reason }
    if (measured.pattern !== undefined)
      return { ...place, action: 'keep', reason: `matches ${measured.pattern}` }
    if (measured.length >= ownSettings(rulesOptions, settings).truncateFrom)
      return { ...place, action: 'reduce', reducer: 'truncated', tokens, reason: 'over the budget' }
    const decision = byForm(measured, settings)
    const { byClassifier } = settings
    if (byClassifier === undefined || !isInDoubt(measured, decision, byClassifier.mode))
      return { ...place, ...decision }
    inDoubt.push(place)
    return { ...place, ...asClassified(measured, decision, byClassifier.answers) }
  })
  const changed = withChanges(blocks, mergeNeighbours(blocks, decisions), kept, settings)
  const plan = { strategy: 'rules', decisions: changed } as const
  return settings.byClassifier === undefined ? plan : { ...plan, inDoubt }
}

interface Surroundings {
  readonly messages: number
  readonly lastUser: number | undefined
  readonly withCalls: ReadonlySet<number>
}

/** Reasons to keep a text without reading it: its author, age and size. */
function keptBefore(block: Measured, conversation: Surroundings, settings: PlanSettings): string | undefined {
  const isLarge = isLargeObservation(block, settings)
  if (settings.preserve.includes(block.role)) return `role ${block.role}`
  if (block.pinned) return 'pinned'
  if (block.instructions !== undefined && block.editable) return instructionsInForce
  if (block.message === conversation.lastUser) return 'last user message'
  if (!isLarge && block.message >= conversation.messages - settings.recencyWindow) return 'recent'
  if (block.type === 'opaque') return 'opaque'
  if (conversation.withCalls.has(block.message)) return 'tool calls'
  if (!block.editable) return 'not editable'
  if (!isLarge && block.length < minLength) return 'short'
  if (block.compressed) return 'already compressed'
  if (ruleFacts(block)?.isConstraint && block.length <= maxConstraintLength) return 'user constraint'
  if (block.isReferenceTarget) return 'another text refers to it'
  const importance = ruleFacts(block)?.importance
  if (
    !isLarge &&
    importance !== undefined &&
    importance >= ownSettings(rulesOptions, settings).importanceThreshold
  )
    return `importance ${importance.toFixed(2)}`
  return undefined
}

/** Decides by what the text is, with no more checks than needed. */
function byForm(block: Measured, settings: PlanSettings): FormDecision {
  const facts = ruleFacts(block) ?? noFacts
  const isLarge = isLargeObservation(block, settings)
  const reduce = (
    reducer: ReducingDecision['reducer'],
    reason: string,
    tokens: number = block.tokens,
  ): FormDecision => ({ action: 'reduce', reducer, tokens, reason })
  if (facts.isConstraint) return reduce('excerpt', 'long, with rules', excerptTokens(block))
  const { hasFence, proseLength } = facts
  if (hasFence && proseLength >= minProseAroundCode) return reduce('code-split', 'prose around code')
  if (isLarge && (hasFence || facts.hard.length > 0 || facts.isJson))
    return reduce('excerpt', 'large observation', ownSettings(rulesOptions, settings).observationThreshold)
  if (hasFence) return { action: 'keep', reason: 'code' }
  if (facts.hard.length > 0) return { action: 'keep', reason: facts.hard.join(', ') }
  if (facts.isJson) return { action: 'keep', reason: 'JSON' }
  if (facts.isMixed && proseLength < minProseAroundCode) return { action: 'keep', reason: 'little prose' }
  if (facts.isMixed) return reduce('code-split', 'prose around what is kept')
  return reduce('summary', isLarge ? 'large observation' : 'prose')
}

function isLargeObservation({ tokens }: Measured, settings: PlanSettings): boolean {
  return tokens > ownSettings(rulesOptions, settings).observationThreshold
}

/** A decision by form, which a classifier may change. */
type FormDecision = Pick<Extract<Decision, { action: 'keep' }>, 'action' | 'reason'> | ReducingDecision

interface ReducingDecision {
  readonly action: 'reduce'
  readonly reducer: 'summary' | 'code-split' | 'excerpt'
  readonly tokens: number
  readonly reason: string
}

/** Whether the form leaves the decision open, for a text that nothing protects. */
function isInDoubt(block: Measured, decision: FormDecision, mode: ClassifierMode): boolean {
  // No model is asked about secrets that are kept.
  if (mode === 'full') return !(block.secret && decision.action === 'keep')
  return decision.action === 'reduce' && decision.reducer !== 'excerpt' && ruleFacts(block)?.hasFence !== true
}

/** Without an answer the decision is kept. A text that its form would keep becomes an excerpt with a handle. */
function asClassified(
  block: Measured,
  decision: FormDecision,
  answers: ReadonlyMap<string, Classification>,
): FormDecision {
  const answer = answers.get(block.hash ?? '')
  if (answer === undefined) return decision
  const said = sayingOf(answer)
  if (answer.decision === 'preserve') return { action: 'keep', reason: said }
  const reason = `${decision.reason} (${said})`
  return decision.action === 'reduce'
    ? { ...decision, reason }
    : { action: 'reduce', reducer: 'excerpt', tokens: excerptTokens(block), reason }
}

/** A third has room for the beginning, the important lines and the end. */
function excerptTokens({ tokens }: Measured): number {
  return Math.floor(tokens / 3)
}

function sayingOf({ decision, confidence = 1, reason = '' }: Classification): string {
  return `the classifier says ${decision}, ${confidence.toFixed(2)}${reason === '' ? '' : `: ${reason}`}`
}

/** Neighbouring messages of one speaker that would each be summarized are summarized together. */
function mergeNeighbours(blocks: readonly Measured[], decisions: readonly Decision[]): readonly Decision[] {
  const sizes = countsOf(blocks.map(({ message }) => message))
  let start: { readonly decision: Decision; readonly role: string; last: number } | undefined
  return decisions.map((decision, index) => {
    const { role, type, message } = blocks[index] as Measured
    // A tool result belongs to its call; a message of several blocks is more than its text.
    const canMerge =
      decision.action === 'reduce' &&
      decision.reducer === 'summary' &&
      type === 'text' &&
      sizes.get(message) === 1
    if (!canMerge) {
      start = undefined
      return decision
    }
    if (start !== undefined && start.role === role && start.last === message - 1) {
      start.last = message
      const into = { message: start.decision.message, block: start.decision.block }
      const reason = `${decision.reason}, same speaker`
      return { message, block: decision.block, action: 'merge', into, reason }
    }
    start = { decision, role, last: message }
    return decision
  })
}
