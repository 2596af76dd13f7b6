/** Shortens any text to its beginning, its informative lines and its end, with a handle of its original. */
import { contentWords } from '../scan/content-words.ts'
import { rarities } from '../scan/rarities.ts'
import { sharedWords } from '../scan/shared-words.ts'
import { countsOf } from '../tokens/counts-of.ts'
import { keyLine } from './key-line.ts'
import { gapMarker } from './markers.ts'
import type { ReduceInput, Reducer, Shorten, Shortened } from './reducer.ts'
import { type TextUnit, textUnits } from './text-units.ts'

const maxAttempts = 5
/** A little below the target at first: a second try costs more than a line. */
const firstAim = 0.96
/** Tokens of the gap marker with the handle, and of every further gap marker. */
const firstGapTokens = 40
const gapTokens = 14
/** Shares of the room: for informative lines, and for the beginning in what is left. */
const keyShare = 0.4
const headShare = 0.6
/** Maximum number of lines of the same shape (ignoring digits). */
const sameShapeLimit = 2
/** Maximum share of the room for lines about the current work, where it is known. */
const nearShare = 0.8
/** Added to the worth of a line that looks like an outcome; the line that shares most with the work is worth 1. */
const keyWorth = 0.25

interface Candidate extends TextUnit {
  readonly tokens: number
  readonly key: 'required' | 'useful' | undefined
  /** What it shares with the current work, where that is known. */
  readonly near: number
}

export const excerpt: Reducer = {
  name: 'excerpt',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const candidates = candidatesOf(input)
    return maxTokens => shorten(input, candidates, maxTokens)
  },
}

function shorten(
  input: ReduceInput,
  candidates: readonly Candidate[],
  maxTokens: number,
): Shortened | undefined {
  let room = (maxTokens - firstGapTokens) * firstAim
  for (let attempt = 0; attempt < maxAttempts && room > 0; attempt += 1) {
    const kept = select(candidates, room)
    if (kept === undefined) return undefined
    const text = render(input, candidates, kept)
    const tokens = input.counter.count(text)
    if (tokens <= maxTokens) return { text, tokens }
    room -= Math.max(4, tokens - maxTokens)
  }
  return undefined
}

function candidatesOf(input: ReduceInput): readonly Candidate[] {
  const { text, role, tokens } = input
  const tokensPerCharacter = tokens / text.length
  const shapes = new Map<string, number>()
  const units = textUnits(text)
  const lines = units.map(({ start, end }) => text.slice(start, end))
  const near = nearnessOf(lines, input)
  return units.map((unit, at) => {
    const line = lines[at] as string
    const key = keyLine(line, role)
    const score = near[at] ?? 0
    const isRepeated = key !== 'required' && (key === 'useful' || score > 0) && isAnother(line)
    // Its share of the whole is close enough: the result is counted exactly.
    const own = { ...unit, tokens: Math.ceil(line.length * tokensPerCharacter) }
    return isRepeated ? { ...own, key: undefined, near: 0 } : { ...own, key, near: score }
  })

  /** Whether enough lines of its shape come before it. */
  function isAnother(line: string): boolean {
    const shape = line.slice(0, 200).replace(/\d+/g, '0')
    const seen = (shapes.get(shape) ?? 0) + 1
    shapes.set(shape, seen)
    return seen > sameShapeLimit
  }
}

/** Their lines make sense only beside each other. */
const continuous = new Set<string>(['prose', 'markdown', 'code', 'json', 'stack-trace'])

/** From 0 to 1: by words that a line shares with the work, which speaks of them often, and few other lines have. */
function nearnessOf(lines: readonly string[], { kind, work }: ReduceInput): readonly number[] {
  if (work === undefined || continuous.has(kind)) return []
  // The name `push_sessions` is about pushing sessions.
  const wordsOf = (text: string): string => `${text} ${text.replaceAll('_', ' ')}`
  const wordsIn = sharedWords(contentWords(wordsOf(work)))
  const isWhole = (at: number): boolean => at === 0 || (lines[at - 1] as string).endsWith('\n')
  const shared = lines.map((line, at) => new Set(isWhole(at) ? wordsIn(wordsOf(line)) : []))
  const spoken = countsOf(wordsIn(work))
  const scores = rarities(shared, word => 1 + Math.log2(spoken.get(word) ?? 1))
  const highest = scores.reduce((most, score) => Math.max(most, score), 0)
  return highest === 0 ? scores : scores.map(score => score / highest)
}

/** Which candidates to keep within `room` tokens; `undefined` where the required ones do not fit. */
function select(candidates: readonly Candidate[], room: number): ReadonlySet<number> | undefined {
  const kept = new Set<number>()
  let left = room
  const take = (index: number, limit: number): boolean => {
    if (kept.has(index)) return true
    const isIsolated = !kept.has(index - 1) && !kept.has(index + 1)
    const cost = (candidates[index]?.tokens ?? 0) + (isIsolated ? gapTokens : 0)
    if (left - cost < limit) return false
    kept.add(index)
    left -= cost
    return true
  }
  for (const [index, { key }] of candidates.entries())
    if (key === 'required' && !take(index, 0)) return undefined
  const nearLimit = left * (1 - nearShare)
  for (const index of nearest(candidates)) take(index, nearLimit)
  const keyLimit = left * (1 - keyShare)
  for (const [index, { key }] of candidates.entries()) if (key === 'useful') take(index, keyLimit)
  const headLimit = left * (1 - headShare)
  for (let index = 0; index < candidates.length && take(index, headLimit); index += 1);
  for (let index = candidates.length - 1; index >= 0 && take(index, 0); index -= 1);
  for (let index = 0; index < candidates.length && take(index, 0); index += 1);
  fillGaps(candidates, kept)
  return kept
}

/** Lines that take no more room than the marker of their gap are shown instead of it. */
function fillGaps(candidates: readonly Candidate[], kept: Set<number>): void {
  for (let first = 0; first < candidates.length; first += 1) {
    let end = first
    let tokens = 0
    while (end < candidates.length && !kept.has(end)) {
      tokens += (candidates[end] as Candidate).tokens
      end += 1
    }
    if (tokens <= gapTokens) for (let index = first; index < end; index += 1) kept.add(index)
    first = end
  }
}

/** Lines about the current work, those with the most for their tokens first; none where it is not known. */
function nearest(candidates: readonly Candidate[]): readonly number[] {
  return candidates
    .flatMap(({ near, key, tokens }, index) =>
      near === 0
        ? []
        : [{ index, density: (near ** 2 + (key === undefined ? 0 : keyWorth)) / (gapTokens + tokens) }],
    )
    .sort((one, other) => other.density - one.density || one.index - other.index)
    .map(({ index }) => index)
}

function render(input: ReduceInput, candidates: readonly Candidate[], kept: ReadonlySet<number>): string {
  const whole = { text: input.text, tokens: input.tokens }
  let text = ''
  let handle: string | undefined = input.handle
  for (let index = 0; index < candidates.length; index += 1) {
    const first = candidates[index] as Candidate
    if (kept.has(index)) {
      text += input.text.slice(first.start, first.end)
      continue
    }
    while (index + 1 < candidates.length && !kept.has(index + 1)) index += 1
    const last = candidates[index] as Candidate
    const marker = gapMarker({ first, last }, whole, handle)
    handle = undefined
    const isWholeLines = marker.includes('lines ')
    text += isWholeLines && index + 1 < candidates.length ? `${marker}\n` : marker
  }
  return text
}
