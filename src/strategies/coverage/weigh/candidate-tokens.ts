/** The cost of each candidate, counted while the entities of its text are read. */
import type { Author, EntityIndexBuilder } from '../../../measure/entity-index.ts'
import { termsOf } from '../../../measure/term-list.ts'
import type { TokenCounter } from '../../../types.ts'
import type { Writer } from '../facts/split-by-author.ts'
import { staleness } from '../mark/staleness.ts'
import type { Section } from '../read/candidate.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import type { CandidateRun } from '../read/draft-list.ts'
import { authorIn } from '../read/line-bits.ts'

export class CandidateTokens {
  /** Tokens for showing each candidate; infinite where a later candidate repeats it. */
  readonly costs: Float64Array
  /** Tokens of each text, without its label. */
  readonly tokens: Float64Array
  /** For each candidate, the first one with the same text. */
  readonly firsts: Int32Array
  readonly #candidates: ConversationCandidates

  constructor(candidates: ConversationCandidates) {
    const { length } = candidates.candidates
    this.costs = new Float64Array(length)
    this.tokens = new Float64Array(length)
    this.firsts = firstOfSame(candidates.candidates.texts)
    this.#candidates = candidates
  }

  /** Counts tokens and reads entities in one pass over each text. */
  addTo(index: EntityIndexBuilder, ranker: TokenCounter): void {
    const { costs, tokens, firsts } = this
    const { candidates, sections, runs = [], staleness: known } = this.#candidates
    const { texts, labels, bits, sections: sectionOf } = candidates
    let next = 0
    for (let piece = 0; piece < costs.length; piece += 1) {
      const text = texts[piece] as string
      const label = labels[piece] as string
      const { age } = sections[sectionOf[piece] as number] as Section
      const by = authorOf[authorIn(bits[piece] as number)]
      const first = firsts[piece] as number
      while (next < runs.length && (runs[next] as CandidateRun).first <= piece) next += 1
      if (first < piece) {
        tokens[piece] = tokens[first] as number
        index.addSame(by, age, first)
      } else {
        const run = runs[next - 1]
        const line = piece - (run?.first ?? 0)
        const list = run !== undefined && isKnown(run, line, text) ? run.list : undefined
        tokens[piece] = list?.tokensOf(line, ranker) ?? ranker.count(text)
        index.add(by, age, list?.termsOf(line) ?? termsOf(text))
      }
      costs[piece] = (tokens[piece] as number) + (label === '' ? 0 : ranker.count(label)) + 1
    }
    for (let piece = 0; piece < costs.length; piece += 1)
      if (known?.[piece] === staleness.repeated) costs[piece] = Number.POSITIVE_INFINITY
  }
}

const authorOf: Readonly<Record<Writer, Author>> = { user: 0, words: 1, calls: 2, tools: 3 }

/** Whether the text is this line of the run, whose tokens and terms are kept for the next view. */
function isKnown({ list }: CandidateRun, line: number, text: string): boolean {
  // The title of a call also has its outcome.
  return list.textAt(line) === text
}

/** Half of the lines of a session occur more than once. */
function firstOfSame(texts: readonly string[]): Int32Array {
  const firsts = new Int32Array(texts.length)
  const known = new Map<string, number>()
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] as string
    const first = known.get(text)
    if (first === undefined) known.set(text, at)
    firsts[at] = first ?? at
  }
  return firsts
}
