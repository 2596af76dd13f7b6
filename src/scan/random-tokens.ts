/** Words that no one could write again from memory: hashes, keys, base 64. */
import type { Span } from './span.ts'

interface RandomToken extends Span {
  readonly kind: 'hash' | 'encoded'
}

/** Shorter words are found by those who know their shapes. */
const minLength = 32

export function randomTokens(text: string): readonly RandomToken[] {
  return longRuns(text, classes, minLength).flatMap(({ start, end }) => {
    const kind = kindOf(text, start, end)
    return kind === undefined ? [] : [{ start, end, kind }]
  })
}

const upper = 1
const lower = 2
const digit = 3
const sign = 4

/** What may be in base 64, in its alphabet for URLs, in hex, and in what joins the parts of a key. */
const classes = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[A-Z]/.test(character)) return upper
  if (/[a-z]/.test(character)) return lower
  if (/\d/.test(character)) return digit
  return /[+/=_-]/.test(character) ? sign : 0
})

function classAt(text: string, at: number): number {
  return classes[text.charCodeAt(at)] ?? 0
}

const hash = /^(?:[0-9a-f]{32,128}|[0-9A-F]{32,128}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/

/** How much of a random word is digits, and how often its classes change: names and paths stay below. */
const digitShare = 0.06
const changeShare = 0.48

function kindOf(text: string, start: number, end: number): RandomToken['kind'] | undefined {
  if (end - start <= 128 && hash.test(text.slice(start, end))) return 'hash'
  const token = text.slice(start, end)
  // A path or a name, as most are.
  if (!/\d/.test(token) || !/[A-Z]/.test(token)) return undefined
  const counts = [0, 0, 0, 0, 0]
  let changes = 0
  let previous = 0
  for (let at = start; at < end; at += 1) {
    const current = classAt(text, at)
    counts[current] = (counts[current] ?? 0) + 1
    if (current !== previous && previous !== 0) changes += 1
    previous = current
  }
  const length = end - start
  const [, uppers = 0, lowers = 0, digits = 0] = counts
  const isMixed = uppers >= length / 10 && lowers >= length / 10 && digits >= length * digitShare
  return isMixed && changes >= length * changeShare ? 'encoded' : undefined
}

/** For each ASCII character whether it belongs: 0 where not. */
type Alphabet = Uint8Array

function belongs(text: string, at: number, alphabet: Alphabet): boolean {
  const unit = text.charCodeAt(at)
  return unit < 0x80 && alphabet[unit] !== 0
}

/** The longest runs of at least `minLength` characters of `alphabet`, in order. */
export function longRuns(text: string, alphabet: Alphabet, minLength: number): readonly Span[] {
  const found: Span[] = []
  // Nothing before `start` belongs to a run that is still to be found.
  let start = 0
  for (let probe = minLength - 1; probe < text.length; probe = start + minLength - 1) {
    let at = probe
    while (at >= start && belongs(text, at, alphabet)) at -= 1
    if (at >= start) {
      start = at + 1
      continue
    }
    let end = probe + 1
    while (end < text.length && belongs(text, end, alphabet)) end += 1
    found.push({ start, end })
    start = end + 1
  }
  return found
}
