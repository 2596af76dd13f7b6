/** Shortens any text to its beginning, its informative lines and its end, with a handle of its original. */
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

interface Candidate extends TextUnit {
  readonly tokens: number
  readonly key: 'required' | 'useful' | undefined
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

function candidatesOf({ text, role, tokens }: ReduceInput): readonly Candidate[] {
  const tokensPerCharacter = tokens / text.length
  const shapes = new Map<string, number>()
  return textUnits(text).map(unit => {
    const line = text.slice(unit.start, unit.end)
    let key = keyLine(line, role)
    if (key === 'useful') {
      const shape = line.slice(0, 200).replace(/\d+/g, '0')
      const seen = (shapes.get(shape) ?? 0) + 1
      shapes.set(shape, seen)
      if (seen > sameShapeLimit) key = undefined
    }
    // Its share of the whole is close enough: the result is counted exactly.
    return { ...unit, tokens: Math.ceil(line.length * tokensPerCharacter), key }
  })
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
  const keyLimit = left * (1 - keyShare)
  for (const [index, { key }] of candidates.entries()) if (key === 'useful') take(index, keyLimit)
  const headLimit = left * (1 - headShare)
  for (let index = 0; index < candidates.length && take(index, headLimit); index += 1);
  for (let index = candidates.length - 1; index >= 0 && take(index, 0); index -= 1);
  for (let index = 0; index < candidates.length && take(index, 0); index += 1);
  return kept
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
