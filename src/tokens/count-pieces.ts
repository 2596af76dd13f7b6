/** Counts the pieces of a text by shape: an automaton that takes one step for each code unit. */
import { Character, characterClass } from './character-class.ts'
import { passingUnits } from './code-units.ts'
import { featureCount, longestWord, pieceFeature, wordFeature, wordPrefixes } from './token-features.ts'
import { contractionLength, denseAfter, longSpace, type PieceStart, readPiece } from './token-pieces.ts'

const { space, lineBreak, lower, upper, digit, joiner, symbol, eastAsianSymbol } = Character

/** Kinds of characters that only matter here, beside those of `Character`. */
const apostrophe = 18
const tab = 19
const textEnd = 20
/** A power of two above all kinds. */
const kinds = 32
const kindBits = 5

const bare = wordPrefixes.indexOf('bare')
const spaced = wordPrefixes.indexOf('spaced')
const joined = wordPrefixes.indexOf('joined')
const marked = wordPrefixes.indexOf('marked')
const dense = wordPrefixes.indexOf('dense')

const digits = pieceFeature('digits')
const spaces = pieceFeature('spaces')
const symbols1 = pieceFeature('symbols1')
const eastAsianSymbols = pieceFeature('eastAsianSymbols')

/** How the piece before ended: all that the next one depends on. */
interface Boundary {
  readonly prefix: number
  /** See `PieceStart`. */
  readonly unbroken: number
  readonly hasDigit: boolean
}

/**
 * What is known of the piece that is being read. Where pieces end no processor can foretell: a loop that branches there takes
 * three times as long as one that looks its next state up.
 */
type State =
  | ({ readonly type: 'boundary' } & Boundary)
  | ({
      readonly type: 'word'
      /** `prefix` or dense. */
      readonly context: number
      /** Up to 2. */
      readonly capitals: number
      readonly isInCapitals: boolean
      readonly length: number
    } & Boundary)
  | {
      readonly type: 'spaces'
      readonly hasLine: boolean
      /** Behind the last line break, up to 2. */
      readonly indent: number
      readonly endsInTab: boolean
      readonly length: number
    }
  | {
      readonly type: 'digits'
      readonly length: number
      /** A space before them is a piece of its own. */
      readonly hasSpace: boolean
      readonly unbroken: number
    }
  | {
      readonly type: 'symbols'
      readonly isJoiner: boolean
      readonly prefix: number
      readonly length: number
    }
  | { readonly type: 'lineBreaks' }

/** A step that the automaton cannot take alone: from so many code units back on, `readPiece` reads. */
interface Detour {
  readonly back: number
  readonly boundary: Boundary
  /** Or an apostrophe behind a word, which a contraction may begin. */
  readonly mayContract: boolean
}

interface Step {
  readonly next: State | Detour
  /** Features of pieces that have ended, each once. */
  readonly adds: readonly number[]
}

const afterBreak: Boundary = { prefix: bare, unbroken: 0, hasDigit: false }

/** The first character of a piece. */
function begun(kind: number, boundary: Boundary, adds: readonly number[] = []): Step {
  const { prefix, unbroken, hasDigit } = boundary
  switch (kind) {
    case lower:
    case upper: {
      const context = hasDigit && unbroken >= denseAfter ? dense : prefix
      const isInCapitals = kind === upper
      const capitals = isInCapitals ? 1 : 0
      return { next: { ...boundary, type: 'word', context, capitals, isInCapitals, length: 1 }, adds }
    }
    case space:
    case tab:
      return {
        next: { type: 'spaces', hasLine: false, indent: 1, endsInTab: kind === tab, length: 1 },
        adds,
      }
    case lineBreak:
      return { next: { type: 'spaces', hasLine: true, indent: 0, endsInTab: false, length: 1 }, adds }
    case digit: {
      const hasSpace = prefix === spaced || prefix === joined
      return { next: { type: 'digits', length: 1, hasSpace, unbroken }, adds }
    }
    case joiner:
    case symbol:
    case apostrophe:
      return { next: { type: 'symbols', isJoiner: kind === joiner, prefix, length: 1 }, adds }
    case eastAsianSymbol:
      return { next: { type: 'boundary', ...afterBreak }, adds: [...adds, eastAsianSymbols] }
    case textEnd:
      return { next: { ...boundary, type: 'boundary' }, adds }
    default:
      return { next: { back: 0, boundary, mayContract: false }, adds }
  }
}

function stepFrom(state: State, kind: number): Step {
  switch (state.type) {
    case 'boundary':
      return begun(kind, state)
    case 'word': {
      const { context, capitals, isInCapitals, length, prefix, unbroken, hasDigit } = state
      if (kind === lower || (kind === upper && isInCapitals)) {
        if (length === longestWord)
          return {
            next: { back: length, boundary: { prefix, unbroken, hasDigit }, mayContract: false },
            adds: [],
          }
        const more = kind === upper ? 2 : capitals
        return {
          next: { ...state, length: length + 1, capitals: more, isInCapitals: kind === upper },
          adds: [],
        }
      }
      const wordCase = capitals === 0 ? 0 : capitals === 1 && length > 1 ? 1 : 2
      const adds = [wordFeature(context, wordCase, length)]
      const boundary = { prefix: bare, unbroken: Math.min(denseAfter, unbroken + length), hasDigit }
      if (kind === apostrophe) return { next: { back: 0, boundary, mayContract: true }, adds }
      return begun(kind, boundary, adds)
    }
    case 'spaces': {
      const { hasLine, indent, endsInTab, length } = state
      const prefix = indent === 0 ? bare : endsInTab ? joined : spaced
      if (kind === space || kind === tab || kind === lineBreak) {
        if (length === longSpace)
          return { next: { back: length, boundary: afterBreak, mayContract: false }, adds: [] }
        const next = { ...state, length: length + 1 }
        if (kind === lineBreak)
          return { next: { ...next, hasLine: true, indent: 0, endsInTab: false }, adds: [] }
        return { next: { ...next, indent: Math.min(2, indent + 1), endsInTab: kind === tab }, adds: [] }
      }
      const isOne = length === 1 && !hasLine && kind !== textEnd
      const isRun = !isOne && (indent > 1 || (indent === 1 && kind === textEnd))
      const adds = [...(hasLine ? [spaces] : []), ...(isRun ? [spaces] : [])]
      return begun(kind, { ...afterBreak, prefix }, adds)
    }
    case 'digits': {
      const { length, hasSpace, unbroken } = state
      if (kind === digit && length < 3) return { next: { ...state, length: length + 1 }, adds: [] }
      const boundary = { prefix: bare, unbroken: Math.min(denseAfter, unbroken + length), hasDigit: true }
      return begun(kind, boundary, hasSpace ? [digits, spaces] : [digits])
    }
    case 'symbols': {
      const { isJoiner, prefix, length } = state
      if (kind === joiner || kind === symbol || kind === apostrophe) {
        if (length === 3)
          return { next: { back: length, boundary: { ...afterBreak, prefix }, mayContract: false }, adds: [] }
        return { next: { ...state, length: length + 1 }, adds: [] }
      }
      if (length === 1 && prefix === bare && (kind === lower || kind === upper))
        return begun(kind, { ...afterBreak, prefix: isJoiner ? joined : marked })
      const adds = [symbols1 + length - 1]
      return kind === lineBreak ? { next: { type: 'lineBreaks' }, adds } : begun(kind, afterBreak, adds)
    }
    case 'lineBreaks':
      return kind === lineBreak ? { next: state, adds: [] } : begun(kind, afterBreak)
  }
}

/** Steps are worked out when a text first takes them: there are thousands, and few texts take more than some hundred. */
const states: State[] = []
const stateNumbers = new Map<string, number>()
const detours: Detour[] = []
/** Most steps add nothing or one feature, whose number is that of the addition; the others add several. */
const nothing = featureCount
const several: (readonly number[])[] = []
const severalNumbers = new Map<string, number>()
/** How often the text took a step with each addition. */
let taken = new Uint32Array(featureCount + 32)
/** By state and kind: below 0 a step that is not known or a detour, else the next state, with the number of the addition above it. */
let steps = new Int32Array(kinds << 7).fill(-1)
/** Of detours, the same by their place among them. */
const detourAdditions: number[] = []
const stateBits = 16
const stateMask = (1 << stateBits) - 1
const unknown = -1

const kindOfUnit: Uint8Array = characterClass.slice()
kindOfUnit[0x27] = apostrophe
kindOfUnit[0x09] = tab

function numberOfState(state: State): number {
  const key = JSON.stringify(state)
  const known = stateNumbers.get(key)
  if (known !== undefined) return known
  const number = states.push(state) - 1
  stateNumbers.set(key, number)
  if (states.length << kindBits > steps.length) {
    const larger = new Int32Array(steps.length * 2).fill(unknown)
    larger.set(steps)
    steps = larger
  }
  return number
}

function numberOfAddition(adds: readonly number[]): number {
  const [only = nothing] = adds
  if (adds.length < 2) return only
  const key = adds.join()
  const known = severalNumbers.get(key)
  if (known !== undefined) return known
  const number = nothing + several.push(adds)
  severalNumbers.set(key, number)
  if (number === taken.length) {
    const larger = new Uint32Array(taken.length * 2)
    larger.set(taken)
    taken = larger
  }
  return number
}

function workOut(state: number, kind: number): void {
  const { next, adds } = stepFrom(states[state] as State, kind)
  const addition = numberOfAddition(adds)
  let step: number
  if ('type' in next) step = numberOfState(next) | (addition << stateBits)
  else {
    detourAdditions.push(addition)
    step = unknown - detours.push(next)
  }
  steps[(state << kindBits) | kind] = step
}

const atStart = numberOfState({ type: 'boundary', ...afterBreak })

/** How often each feature occurs in the text, until the next one is asked for; what is behind these counts is no feature. */
export function countPieces(text: string): Uint32Array {
  taken.fill(0)
  const units = passingUnits(text)
  const end = text.length
  let state = atStart
  let at = 0
  while (at <= end) {
    state = walked(units, at, end, state, steps, taken)
    at = walkedTo
    const kind = at === end ? textEnd : (kindOfUnit[units[at] as number] as number)
    const step = steps[(state << kindBits) | kind] as number
    if (step >= 0) {
      add(step >> stateBits, 1)
      break
    }
    if (step === unknown) workOut(state, kind)
    else {
      at = readDetour(text, units, at, unknown - step - 1)
      state = stateAt(from)
    }
  }
  for (let index = 0; index < several.length; index += 1) {
    const times = taken[nothing + 1 + index] as number
    if (times > 0) for (const feature of several[index] as readonly number[]) add(feature, times)
  }
  return taken
}

function add(addition: number, times: number): void {
  taken[addition] = (taken[addition] as number) + times
}

let walkedTo = 0

/** Takes steps until one is a detour or not known; the state there. */
function walked(
  units: Uint16Array,
  start: number,
  end: number,
  before: number,
  known: Int32Array,
  times: Uint32Array,
): number {
  const kindOf = kindOfUnit
  let state = before
  let at = start
  for (; at < end; at += 1) {
    const step = known[(state << kindBits) | (kindOf[units[at] as number] as number)] as number
    if (step < 0) break
    state = step & stateMask
    times[step >> stateBits] = (times[step >> stateBits] as number) + 1
  }
  walkedTo = at
  return state
}

const from: PieceStart = { at: 0, ...afterBreak }

/** Where it ends; `from` says how. */
function readDetour(text: string, units: Uint16Array, at: number, detour: number): number {
  const { back, boundary, mayContract } = detours[detour] as Detour
  add(detourAdditions[detour] as number, 1)
  from.at = at - back
  from.prefix = boundary.prefix
  from.unbroken = boundary.unbroken
  from.hasDigit = boundary.hasDigit
  if (mayContract) {
    const length = contractionLength(text, at)
    from.at += length
    from.unbroken = Math.min(denseAfter, from.unbroken + length)
  } else readPiece(text, units, taken, from)
  return from.at
}

/** By prefix, length and whether there is a digit. */
const boundaries = new Int32Array(wordPrefixes.length * (denseAfter + 1) * 2).fill(-1)

function stateAt({ prefix, unbroken, hasDigit }: PieceStart): number {
  const index = (prefix * (denseAfter + 1) + unbroken) * 2 + (hasDigit ? 1 : 0)
  if (boundaries[index] === -1)
    boundaries[index] = numberOfState({ type: 'boundary', prefix, unbroken, hasDigit })
  return boundaries[index] as number
}
