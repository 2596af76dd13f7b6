/** Facts that the rules need about each block, and about blocks compared with each other. */
import { hardReasons } from '../../measure/hard-reasons.ts'
import { withFacts } from '../../measure/measure.ts'
import { contradictions } from '../../measure/relations/contradictions.ts'
import { importanceScores } from '../../measure/relations/importance-scores.ts'
import { nearDuplicates } from '../../measure/relations/near-duplicates.ts'
import { ReadUtterance } from '../../measure/relations/utterance.ts'
import type { BlockFacts, Measured } from '../../reduce/plan.ts'
import { proseLength, type Segment, segments } from '../../scan/segments.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Settings } from '../../settings/settings.ts'
import { jsonValue } from '../../tokens/json-value.ts'
import type { ContentKind, Message, Target } from '../../types.ts'
import type { RulesSettings } from './rules-options.ts'

/** Facts that the rules decide by, beside size, age and kind. */
export interface RuleFacts extends BlockFacts {
  readonly hasFence: boolean
  /** Some of it is not prose: code, a table, a stack trace. */
  readonly isMixed: boolean
  /** Characters that are prose. */
  readonly proseLength: number
  /** Why the whole text should be left alone; empty where nothing speaks for it. */
  readonly hard: readonly string[]
  readonly isJson: boolean
  /** A rule of the user for the agent: must, never, only, at least. */
  readonly isConstraint: boolean
  /** From 0 to 1; absent unless importance was asked for. */
  readonly importance?: number
  readonly nearDuplicate?: { readonly of: Target; readonly similarity: number }
  readonly superseded?: { readonly by: Target; readonly signal: string }
}

/** The cast is safe: with this strategy only `withRuleFacts` sets facts. */
export function ruleFacts({ facts }: Measured): RuleFacts | undefined {
  return facts as RuleFacts | undefined
}

/** What the facts depend on. With a budget every text is read, since the window may be narrowed. */
type RuleFactsWanted = Pick<Settings, 'preserve' | 'recencyWindow' | 'budget'> & RulesSettings

/** Shorter texts are kept unread: a reference to them would cost more than they do. */
export const minLength = 120
/** A reference to a shorter copy would cost more than the copy. */
export const minDuplicateLength = 200

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
    for (const [index, score] of importanceScores(said).entries()) add(index, { importance: score })
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

/** Output that is of one of these kinds as a whole: an excerpt of it is better than a summary. */
const hardKinds: readonly ContentKind[] = ['code', 'json', 'diff', 'encoded']

const none: readonly Segment[] = []

/** Facts about one text, each computed when it is first read: a copy, for example, is replaced whatever it contains. */
export class TextFacts implements RuleFacts {
  readonly #text: string
  readonly #block: Measured
  #segments: readonly Segment[] | undefined
  #hard: readonly string[] | undefined
  #isJson: boolean | undefined
  #isConstraint: boolean | undefined

  constructor(text: string, block: Measured) {
    this.#text = text
    this.#block = block
  }

  /** Absent for output of a hard kind, which is not read line by line. */
  get segments(): readonly Segment[] | undefined {
    return this.#isHardOutput ? undefined : this.#parts
  }

  get hasFence(): boolean {
    return this.#parts.some(({ kind }) => kind === 'fence')
  }

  get isMixed(): boolean {
    return this.#parts.some(({ kind }) => kind !== 'prose')
  }

  get proseLength(): number {
    if (this.hasFence) return proseLength(this.#text)
    return this.#parts.reduce(
      (sum, { kind, start, end }) =>
        kind === 'prose' ? sum + this.#text.slice(start, end).trim().length : sum,
      0,
    )
  }

  get hard(): readonly string[] {
    this.#hard ??= this.#isHardOutput
      ? [this.#block.kind]
      : hardReasons(this.#text, {
          segments: this.#parts,
          ...(this.#block.secret ? {} : { secrets: [] }),
        })
    return this.#hard
  }

  get isJson(): boolean {
    this.#isJson ??= !this.#isHardOutput && isJson(this.#text)
    return this.#isJson
  }

  get isConstraint(): boolean {
    this.#isConstraint ??= this.#block.role === 'user' && weightySignalsIn(this.#text).includes('constraint')
    return this.#isConstraint
  }

  get #parts(): readonly Segment[] {
    this.#segments ??= this.#isHardOutput ? none : segments(this.#text)
    return this.#segments
  }

  get #isHardOutput(): boolean {
    return this.#block.role === 'tool' && hardKinds.includes(this.#block.kind)
  }
}

function isJson(text: string): boolean {
  return /^\s{0,64}[[{]/.test(text) && typeof jsonValue(text) === 'object'
}
