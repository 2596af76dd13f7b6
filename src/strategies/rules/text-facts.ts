/** What the rules ask of one text, each answered when it is asked: a copy, for one, gives way whatever it holds. */
import { hardReasons } from '../../measure/tier/tier.ts'
import type { Measured, RuleFacts } from '../../reduce/plan.ts'
import { proseLength } from '../../scan/prose-length.ts'
import { type Segment, segments } from '../../scan/segments.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { ContentKind } from '../../types.ts'

/** Output that is nothing else from its first line to its last, and better excerpted than summarized. */
const hardKinds: readonly ContentKind[] = ['code', 'json', 'diff', 'encoded']

const none: readonly Segment[] = []

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

  /** Not of what is hard as a whole: nobody needs to read it line by line. */
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
  if (!/^\s{0,64}[[{]/.test(text)) return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
