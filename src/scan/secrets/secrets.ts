/** Finds what is shaped like a credential, and hides it behind a typed placeholder. */
import { hashText } from '../../tokens/hash.ts'
import { lazily } from '../../tokens/lazily.ts'
import { remembered } from '../../tokens/remembered.ts'
import type { Span } from '../span.ts'
import { anchorScanner } from './anchor-scanner.ts'
import { genericShapes } from './generic-shapes.ts'
import { assignedSecret, credentialNames } from './secret-assignment.ts'
import type { SecretShape } from './secret-shape.ts'
import { secretShapes } from './secret-shapes.ts'
import { isPlaceholder, looksRandom } from './secret-value.ts'

export interface SecretSpan extends Span {
  /** What it is, for people: `github-token`, `password`. */
  readonly kind: string
}

interface Detector {
  readonly kind: string
  readonly anchors: readonly string[]
  /** Knows where a secret is, not what it looks like. */
  readonly generic: boolean
  find(text: string, at: number): Span | undefined
}

const privateKeyAnchor = '-----BEGIN '

const detectors = lazily((): readonly Detector[] => [
  { kind: 'private-key', anchors: [privateKeyAnchor], generic: false, find: privateKey },
  ...secretShapes().map(shape => shapeDetector(shape, false)),
  ...genericShapes().map(shape => shapeDetector(shape, true)),
  ...credentialNames.map(name => ({
    kind: name.kind,
    anchors: name.anchors,
    generic: true,
    find: (text: string, at: number) => assignedSecret(text, at, name),
  })),
])

type Scanner = ReturnType<typeof anchorScanner<{ readonly detector: Detector; readonly rank: number }>>

const scanner = lazily(
  (): Scanner =>
    anchorScanner(
      detectors().flatMap((detector, rank) =>
        detector.anchors.map(anchor => [anchor, { detector, rank }] as const),
      ),
    ),
)

interface Candidate extends Span {
  readonly rank: number
}

/** Spans in order that do not overlap. Linear in the text, whatever it is. */
export const findSecrets: (text: string) => readonly SecretSpan[] = remembered(readSecrets, {
  name: 'secrets',
})

function readSecrets(text: string): readonly SecretSpan[] {
  const candidates: Candidate[] = []
  let given: Span = { start: 0, end: 0 }
  scanner()(text, (at, { detector, rank }) => {
    // Inside a value that a name gave away, only a better name for it is of interest.
    if (detector.generic && at >= given.start && at < given.end) return
    const range = detector.find(text, at)
    if (range === undefined) return
    candidates.push({ ...range, rank })
    if (detector.generic && range.end > given.end) given = range
  })
  return candidates.length === 0 ? [] : withoutOverlaps(candidates)
}

/** `[secret:github-token:1a2b]`: the same secret always gets the same placeholder. */
export function maskSecrets(text: string, spans: readonly SecretSpan[] = findSecrets(text)): string {
  let masked = ''
  let from = 0
  for (const { start, end, kind } of spans) {
    masked += `${text.slice(from, start)}[secret:${kind}:${hashText(text.slice(start, end)).slice(0, 4)}]`
    from = end
  }
  return masked + text.slice(from)
}

const placeholder = /\[secret:[a-z-]{1,40}:[0-9a-f]{4}\]/g

/** Where secrets were before they were masked. */
export function maskedSecrets(text: string): readonly Span[] {
  if (!text.includes('[secret:')) return []
  return Array.from(text.matchAll(placeholder), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }))
}

/** A value is judged by its first characters, so that turning one down costs little. */
const maxScanned = 256

function shapeDetector(
  { kind, anchors, before = 0, pattern, random = false }: SecretShape,
  generic: boolean,
): Detector {
  return {
    kind,
    anchors,
    generic,
    find(text, anchorAt) {
      const at = anchorAt - before
      if (at < 0) return undefined
      const sticky = pattern()
      sticky.lastIndex = at
      const match = sticky.exec(text)
      if (match === null) return undefined
      const secret = match.groups?.['secret'] ?? match[0]
      if (isPlaceholder(secret) || (random && !looksRandom(secret.slice(0, maxScanned)))) return undefined
      const end = at + match[0].length
      return { start: end - secret.length, end }
    },
  }
}

/** Joins what overlaps, under the kind that says most: the one earliest in the table. */
function withoutOverlaps(candidates: readonly Candidate[]): SecretSpan[] {
  const joined: Candidate[] = []
  for (const candidate of candidates.toSorted((one, two) => one.start - two.start)) {
    const last = joined.at(-1)
    if (last === undefined || candidate.start >= last.end) joined.push(candidate)
    else
      joined[joined.length - 1] = {
        start: last.start,
        end: Math.max(last.end, candidate.end),
        rank: Math.min(last.rank, candidate.rank),
      }
  }
  return joined.map(({ start, end, rank }) => ({ start, end, kind: detectors()[rank]?.kind ?? 'secret' }))
}

const header = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/y
const footer = /-----END [A-Z0-9 ]{4,40}-----/y
const maxBodyLength = 20_000
const minBodyLength = 48
const minDistinct = 16

/** A private key in PEM form, whole or cut off. */
function privateKey(text: string, at: number): Span | undefined {
  header.lastIndex = at
  if (!header.test(text)) return undefined
  const start = header.lastIndex
  // The next dashes are the end of this key, or the beginning of another, where the scan continues.
  const dashes = text.indexOf('-----', start)
  footer.lastIndex = Math.max(dashes, 0)
  const isClosed = dashes >= 0 && dashes - start < maxBodyLength && footer.test(text)
  const end = isClosed ? footer.lastIndex : endOfLines(text, start)
  const body = text.slice(start, isClosed ? dashes : end)
  if (body.length < minBodyLength || new Set(body.slice(0, 200)).size < minDistinct) return undefined
  return { start: at, end }
}

/** A line of a body, perhaps behind an escaped line break or its number. */
const bodyLine = /[\s\\nr]{0,12}(?:\d{1,4}[\t→|])?[A-Za-z0-9+/=]{16,1000}/y

function endOfLines(text: string, start: number): number {
  let end = start
  for (bodyLine.lastIndex = start; bodyLine.test(text); ) end = bodyLine.lastIndex
  return end
}
