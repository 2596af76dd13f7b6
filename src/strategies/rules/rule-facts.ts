/** What the rules of the message pipeline need to know of each block, and of blocks beside each other. */
import { withFacts } from '../../measure/measure.ts'
import { contradictions } from '../../measure/relations/contradictions.ts'
import { importance } from '../../measure/relations/importance.ts'
import { nearDuplicates } from '../../measure/relations/near-duplicates.ts'
import { ReadUtterance } from '../../measure/relations/utterance.ts'
import type { Measured, RuleFacts } from '../../reduce/plan.ts'
import type { Message, Role, Target } from '../../types.ts'
import { TextFacts } from './text-facts.ts'

export interface RuleFactsWanted {
  readonly preserve: readonly Role[]
  readonly recencyWindow: number
  readonly observationThreshold: number
  /** A budget may narrow the window: then every text is looked at. */
  readonly budget: unknown
  readonly fuzzyThreshold: number | undefined
  readonly contradictionTopicThreshold: number | undefined
  readonly importanceScoring: boolean
}

/** Shorter texts are kept before anybody asks what they are. */
const minLength = 120
const minDuplicateLength = 200

/** The blocks, with facts on every one that the rules may change. */
export function withRuleFacts(
  messages: readonly Message[],
  blocks: readonly Measured[],
  wanted: RuleFactsWanted,
): readonly Measured[] {
  const texts = blocks.map(({ message, block }) => {
    const found = messages[message]?.blocks[block]
    return found === undefined || found.type === 'opaque' || found.type === 'toolCall' ? '' : found.text
  })
  const between = factsBetween(blocks, texts, messages.length, wanted)
  const withCalls = new Set(blocks.flatMap(({ type, message }) => (type === 'toolCall' ? [message] : [])))
  const recentFrom = wanted.budget === undefined ? messages.length - wanted.recencyWindow : messages.length
  const isOpen = (block: Measured): boolean =>
    block.editable &&
    block.length >= minLength &&
    !withCalls.has(block.message) &&
    !wanted.preserve.includes(block.role) &&
    (block.message < recentFrom || block.tokens > wanted.observationThreshold)
  return blocks.map((block, index) =>
    isOpen(block)
      ? withFacts(block, { facts: Object.assign(new TextFacts(texts[index] ?? '', block), between[index]) })
      : block,
  )
}

type FactsBetween = Partial<Pick<RuleFacts, 'importance' | 'nearDuplicate' | 'superseded'>>

function factsBetween(
  blocks: readonly Measured[],
  texts: readonly string[],
  messages: number,
  wanted: RuleFactsWanted,
): readonly FactsBetween[] {
  const facts: FactsBetween[] = blocks.map(() => ({}))
  const add = (index: number, found: FactsBetween) => Object.assign(facts[index] as FactsBetween, found)
  const targetAt = (index: number): Target => {
    const { message, block } = blocks[index] as Measured
    return { message, block }
  }
  const said = blocks.map(({ role }, index) => new ReadUtterance({ role, text: texts[index] ?? '' }))
  if (wanted.importanceScoring)
    for (const [index, score] of importance(said).entries()) add(index, { importance: score })
  if (wanted.contradictionTopicThreshold !== undefined)
    for (const { index, by, signal } of contradictions(said, wanted.contradictionTopicThreshold))
      add(index, { superseded: { by: targetAt(by), signal } })
  if (wanted.fuzzyThreshold !== undefined) {
    const eligible = texts.map((text, index) =>
      text.length >= minDuplicateLength && !blocks[index]?.compressed ? text : undefined,
    )
    const recentFrom = blocks.findIndex(({ message }) => message >= messages - wanted.recencyWindow)
    const keepFirstFrom = recentFrom < 0 ? texts.length : recentFrom
    for (const { index, of, similarity } of nearDuplicates(eligible, wanted.fuzzyThreshold, keepFirstFrom))
      add(index, { nearDuplicate: { of: targetAt(of), similarity } })
  }
  return facts
}
