/** What each candidate costs, counted while the entities of its text are read. */
import { type Author, authors, type Utterance } from '../../measure/entity-index.ts'
import type { TermSink } from '../../scan/terms.ts'
import type { TokenCounter } from '../../types.ts'
import type { Candidate, Section } from './digest/candidate.ts'
import type { CandidateRun, Candidates } from './digest/candidates.ts'
import { staleness } from './digest/staleness.ts'

export class CandidateTokens {
  /** What showing each costs; infinite where a later candidate repeats it. */
  readonly costs: Float64Array
  /** Of each text, without what is shown before it. */
  readonly tokens: Float64Array
  /** For each candidate the first with the same text. */
  readonly firsts: Int32Array
  readonly #candidates: Candidates

  constructor(candidates: Candidates) {
    const { length } = candidates.candidates
    this.costs = new Float64Array(length)
    this.tokens = new Float64Array(length)
    this.firsts = firstOfSame(candidates.candidates)
    this.#candidates = candidates
  }

  /** Counts each text when its turn comes: its characters are read once for both. */
  *utterances(ranker: TokenCounter): Generator<Utterance> {
    const { costs, tokens, firsts } = this
    const { candidates, sections, runs = [], staleness: known } = this.#candidates
    let next = 0
    for (let piece = 0; piece < costs.length; piece += 1) {
      const { text, label, section, author } = candidates[piece] as Candidate
      const { age } = sections[section] as Section
      const first = firsts[piece] as number
      const same = first < piece ? first : undefined
      while (next < runs.length && (runs[next] as CandidateRun).first <= piece) next += 1
      const line = same === undefined ? knownLine(runs[next - 1], piece, text) : undefined
      tokens[piece] =
        same === undefined
          ? (line?.list.tokensOf(line.index, ranker) ?? ranker.count(text))
          : (tokens[same] as number)
      costs[piece] = (tokens[piece] as number) + (label === '' ? 0 : ranker.count(label)) + 1
      const scan = line === undefined ? undefined : (sink: TermSink) => line.list.scan(line.index, sink)
      yield { text, author: authors.indexOf(author) as Author, age, same, scan }
    }
    for (let piece = 0; piece < costs.length; piece += 1)
      if (known?.[piece] === staleness.repeated) costs[piece] = Number.POSITIVE_INFINITY
  }
}

/** The line that a candidate was read from, where it was a candidate before: its tokens and terms are kept. */
function knownLine(
  run: CandidateRun | undefined,
  piece: number,
  text: string,
): { readonly list: CandidateRun['list']; readonly index: number } | undefined {
  if (run === undefined || run.list.offered < 2) return undefined
  const index = piece - run.first
  // A call is shown with how it came out.
  return run.list.drafts[index]?.text === text ? { list: run.list, index } : undefined
}

/** Half of the lines of a session are shown more than once. */
function firstOfSame(candidates: readonly Candidate[]): Int32Array {
  const firsts = new Int32Array(candidates.length)
  const known = new Map<string, number>()
  for (let at = 0; at < candidates.length; at += 1) {
    const { text } = candidates[at] as Candidate
    const first = known.get(text)
    if (first === undefined) known.set(text, at)
    firsts[at] = first ?? at
  }
  return firsts
}
