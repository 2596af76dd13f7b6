/** Splits a text into the smallest parts at which a phrase may begin and end: words, parts of names, numbers, signs. */
import { Kind, kindOf } from '../../scan/character-kind.ts'
import { codeUnits } from '../../tokens/code-units.ts'

/** A single space before an atom belongs to neither atom, but to a phrase that contains both. */
export interface Atoms {
  readonly count: number
  readonly starts: Int32Array
  readonly ends: Int32Array
}

const space = 32

export function atomsOf(text: string): Atoms {
  const units = codeUnits(text)
  let starts = new Int32Array(Math.max(16, text.length >> 1))
  let ends = new Int32Array(starts.length)
  let count = 0
  for (let at = 0; at < text.length; ) {
    if (isLoneSpace(units, at, text.length)) at += 1
    const end = atomEnd(units, at, text.length)
    if (count === starts.length) {
      starts = new Int32Array(starts.buffer.transfer(2 * starts.byteLength))
      ends = new Int32Array(ends.buffer.transfer(2 * ends.byteLength))
    }
    starts[count] = at
    ends[count] = end
    count += 1
    at = end
  }
  return { count, starts, ends }
}

function isLoneSpace(units: Uint16Array, at: number, end: number): boolean {
  if (units[at] !== space || at + 1 >= end) return false
  const next = kind(units, at + 1)
  return next !== Kind.space && next !== Kind.lineBreak
}

function kind(units: Uint16Array, at: number): number {
  return kindOf[units[at] as number] as number
}

function atomEnd(units: Uint16Array, start: number, end: number): number {
  const first = kind(units, start)
  let at = start + 1
  const skip = (wanted: number): void => {
    while (at < end && kind(units, at) === wanted) at += 1
  }
  switch (first) {
    case Kind.upper:
      skip(Kind.upper)
      skip(Kind.lower)
      break
    case Kind.lower:
    case Kind.digit:
    case Kind.letter:
    case Kind.space:
      skip(first)
      break
    case Kind.lineBreak:
    case Kind.han:
    case Kind.hiragana:
    case Kind.katakana:
      break
    case Kind.surrogate:
      if (isPair(units, start, end)) at += 1
      break
    default:
      while (at < end && units[at] === units[start]) at += 1
  }
  return at
}

function isPair(units: Uint16Array, at: number, end: number): boolean {
  return (
    at + 1 < end &&
    ((units[at] as number) & 0xfc00) === 0xd800 &&
    ((units[at + 1] as number) & 0xfc00) === 0xdc00
  )
}

/** Whether this atom is a line break, which ends a phrase. */
export function isLineBreak(text: string, start: number): boolean {
  return kindOf[text.charCodeAt(start)] === Kind.lineBreak
}

/** The approximate cost of an atom in tokens, for ranking. */
export function atomCost(text: string, start: number, end: number): number {
  const length = end - start
  switch (kindOf[text.charCodeAt(start)]) {
    case Kind.lower:
      return Math.max(1, length / 6)
    case Kind.upper:
      return Math.max(1, length / 5)
    case Kind.digit:
      return Math.ceil(length / 3)
    case Kind.letter:
      return length / 2.5
    case Kind.surrogate:
      return 1.5
    case Kind.space:
      return 0.5
    default:
      return 0.8
  }
}

/** A phrase, given by its first atom and its number of atoms. */
export interface AtomRange {
  readonly first: number
  readonly length: number
}

export function rangeText(text: string, { starts, ends }: Atoms, { first, length }: AtomRange): string {
  return text.slice(starts[first], ends[first + length - 1])
}
