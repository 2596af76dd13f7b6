/** Chooses the phrases that are worth a code, by the tokens they save if all chosen phrases are replaced. */
import type { TokenCounter } from '../../types.ts'
import type { Atoms } from './document-atoms.ts'
import { PhraseIndex } from './phrase-index.ts'

interface ChooseSettings {
  readonly counter: TokenCounter
  /** The available codes, cheapest first. */
  readonly codes: readonly string[]
  /** The line that explains a code, as it will be written. */
  readonly legendLine: (code: string, phrase: string) => string
  /** Phrases that are already replaced. */
  readonly taken?: readonly string[]
}

/** A phrase that may be given a code. */
export interface PhraseCandidate {
  readonly phrase: string
  /** Tokens of one occurrence. */
  readonly tokens: number
  /** Tokens of its line in the legend, without the code. */
  readonly legend: number
}

interface Waiting extends PhraseCandidate {
  readonly places: Places
  /** How often it occurred outside of chosen phrases at the last count; the number can only fall. */
  uses: number
}

/** The atoms at which a phrase begins, and its length in atoms. */
interface Places {
  readonly starts: readonly number[]
  readonly length: number
}

/** Tokens that the uses save, minus the explanation of the code. */
export function gainOf({ tokens, legend }: PhraseCandidate, uses: number, codeTokens: number): number {
  return uses < 2 ? 0 : uses * (tokens - codeTokens) - legend - codeTokens
}

/** The best first. */
export function choosePhrases(
  text: string,
  atoms: Atoms,
  phrases: readonly string[],
  settings: ChooseSettings,
): readonly PhraseCandidate[] {
  const { counter, codes, taken = [] } = settings
  const isCovered = new Uint8Array(atoms.count)
  for (const places of placesOf(text, atoms, taken)) coverAll(isCovered, places)
  const known = new Set(taken)
  const fresh = [...new Set(phrases)].filter(phrase => phrase !== '' && !known.has(phrase))
  let waiting = measured(text, atoms, fresh, settings)
  const chosen: PhraseCandidate[] = []
  for (const code of codes) {
    const codeTokens = counter.count(code)
    const best = pickBest(waiting, isCovered, codeTokens)
    if (best === undefined) break
    chosen.push(best)
    coverAll(isCovered, best.places)
    waiting = waiting.filter(
      candidate => candidate !== best && gainOf(candidate, candidate.uses, codeTokens) > 0,
    )
  }
  return chosen
}

/** The candidate with the largest gain. Gains can only fall, so the best one is recounted until it remains the best. */
function pickBest(
  waiting: readonly Waiting[],
  isCovered: Uint8Array,
  codeTokens: number,
): Waiting | undefined {
  for (;;) {
    let best: Waiting | undefined
    let maxGain = 0
    for (const candidate of waiting) {
      const gain = gainOf(candidate, candidate.uses, codeTokens)
      if (gain <= maxGain) continue
      maxGain = gain
      best = candidate
    }
    if (best === undefined) return undefined
    const promised = best.uses
    best.uses = clearUses(isCovered, best.places)
    if (best.uses === promised) return best
  }
}

function placesOf(text: string, atoms: Atoms, phrases: readonly string[]): readonly Places[] {
  const starts: number[][] = phrases.map(() => [])
  const lengths = new Int32Array(phrases.length)
  // A phrase may overlap itself: `ha ha ha` contains `ha ha` once.
  const ends = new Int32Array(phrases.length)
  const index = new PhraseIndex(phrases)
  for (let atom = 0; atom < atoms.count; atom += 1)
    for (const { phrase, after } of index.at(text, atoms, atom, other => (ends[other] as number) > atom)) {
      starts[phrase]?.push(atom)
      lengths[phrase] = after - atom
      ends[phrase] = after
    }
  return starts.map((places, phrase) => ({ starts: places, length: lengths[phrase] as number }))
}

function measured(
  text: string,
  atoms: Atoms,
  phrases: readonly string[],
  { counter, codes, legendLine }: ChooseSettings,
): readonly Waiting[] {
  const code = codes[0]
  if (code === undefined) return []
  const codeTokens = counter.count(code)
  return placesOf(text, atoms, phrases).flatMap((places, at) => {
    const uses = places.starts.length
    if (uses < 2) return []
    const phrase = phrases[at] as string
    const tokens = savedTokens(text, atoms, places, code, counter) + codeTokens
    const legend = counter.count(legendLine(code, phrase)) - codeTokens
    return tokens > codeTokens ? [{ phrase, places, tokens, legend, uses }] : []
  })
}

const samples = 3
const surroundings = 24

/** Tokens that one occurrence costs beyond a code in its place, averaged over a few occurrences. */
function savedTokens(
  text: string,
  atoms: Atoms,
  { starts, length }: Places,
  code: string,
  counter: TokenCounter,
): number {
  const count = Math.min(samples, starts.length)
  let saved = 0
  for (let sample = 0; sample < count; sample += 1) {
    const atom = starts[Math.floor((sample * starts.length) / count)] as number
    const start = atoms.starts[atom] as number
    const end = atoms.ends[atom + length - 1] as number
    const before = text.slice(Math.max(0, start - surroundings), start)
    const after = text.slice(end, end + surroundings)
    saved += counter.count(before + text.slice(start, end) + after) - counter.count(before + code + after)
  }
  return saved / count
}

function clearUses(isCovered: Uint8Array, { starts, length }: Places): number {
  let uses = 0
  for (const atom of starts) if (isClear(isCovered, atom, length)) uses += 1
  return uses
}

function coverAll(isCovered: Uint8Array, { starts, length }: Places): void {
  for (const atom of starts) if (isClear(isCovered, atom, length)) isCovered.fill(1, atom, atom + length)
}

function isClear(isCovered: Uint8Array, first: number, length: number): boolean {
  for (let atom = first; atom < first + length; atom += 1) if (isCovered[atom] === 1) return false
  return true
}
