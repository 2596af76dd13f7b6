/** What a text is made of: parts that are kept verbatim, and prose that may be shortened. */
import { fences } from './fences.ts'
import type { HardBlockKind, HardReason } from './hard-blocks/hard-block.ts'
import { type DataSpan, dataSpans, type InlineSpan, inlineSpans } from './inline-spans.ts'
import { readHardBlocks } from './read-hard-blocks.ts'
import type { Span } from './span.ts'

interface HardSegment extends Span {
  readonly kind: HardBlockKind | 'fence' | 'json' | 'reasoning'
  readonly protects: HardReason
}

interface ProseSegment extends Span {
  readonly kind: 'prose'
  /** What must survive to the letter if the sentence around it does; in order, no two overlap. */
  readonly spans: readonly InlineSpan[]
}

export type Segment = HardSegment | ProseSegment

/** In order and without gaps: a segment ends where the next one begins, blank lines with the one before them. */
export function segments(text: string): readonly Segment[] {
  const { hardSegments, paragraphs, data } = outline(text)
  const found = tiled(text, inOrder([...hardSegments, ...proseSegments(text, paragraphs, data)]))
  return found.length === 0 && text !== ''
    ? [{ start: 0, end: text.length, kind: 'prose', spans: [] }]
    : found
}

/** The stretches of `segments` that are prose or reasoning, without a look at what is in them. */
export function proseSpans(text: string): readonly Span[] {
  const { hardSegments, paragraphs } = outline(text)
  if (hardSegments.length === 0 && paragraphs.length === 0)
    return text === '' ? [] : [{ start: 0, end: text.length }]
  const isProse = ({ kind }: { readonly kind?: string }): boolean => kind === undefined
  return tiled<Span & { readonly kind?: string }>(text, inOrder([...hardSegments, ...paragraphs])).filter(
    isProse,
  )
}

interface Outline {
  readonly hardSegments: readonly HardSegment[]
  readonly paragraphs: readonly Span[]
  readonly data: readonly DataSpan[]
}

function outline(text: string): Outline {
  const fenced = fences(text).map(({ start, end }) => hard({ start, end }, 'fence', 'code_fence'))
  const data = gapsBetween(fenced, text.length).flatMap(gap =>
    shifted(dataSpans(text.slice(gap.start, gap.end)), gap.start),
  )
  const islands = data.filter(span => isIsland(text, span)).map(islandSegment)
  const whole = inOrder([...fenced, ...islands])
  const { blocks, paragraphs } = readHardBlocks(text, gapsBetween(whole, text.length))
  return { hardSegments: [...whole, ...blocks], paragraphs, data }
}

function hard({ start, end }: Span, kind: HardSegment['kind'], protects: HardReason): HardSegment {
  return { start, end, kind, protects }
}

function islandSegment(span: DataSpan): HardSegment {
  return span.kind === 'json' ? hard(span, 'json', 'json_structure') : hard(span, 'encoded', 'base64_content')
}

function proseSegments(
  text: string,
  paragraphs: readonly Span[],
  data: readonly DataSpan[],
): readonly Segment[] {
  const said = paragraphs.map(({ start, end }) => {
    const slice = text.slice(start, end)
    return { start, slice, length: slice.length, ...remarks(slice) }
  })
  const argued = reasoning(said)
  let next = 0
  return said.map(({ start, slice, length, failures }, index) => {
    const end = start + length
    if (argued.has(index)) return hard({ start, end }, 'reasoning', 'reasoning_chain')
    while ((data[next]?.start ?? end) < start) next += 1
    const from = next
    while ((data[next]?.start ?? end) < end) next += 1
    const spans = inlineSpans(slice, [...failures, ...shifted(data.slice(from, next), -start)])
    return { start, end, kind: 'prose', spans: shifted(spans, start) }
  })
}

function inOrder<Found extends Span>(spans: Found[]): Found[] {
  return spans.sort((one, two) => one.start - two.start)
}

/** Gives the white space between segments to the one before it. */
function tiled<Found extends Span>(text: string, found: readonly Found[]): readonly Found[] {
  return found.map((segment, index) => ({
    ...segment,
    start: index === 0 ? 0 : segment.start,
    end: found[index + 1]?.start ?? text.length,
  }))
}

const maxInlineLength = 200

/** Shorter than this, a value on lines of its own reads as part of the text. */
const minBlockLength = 80

/** Which data in a line is large enough to be apart from the prose around it. */
function isIsland(text: string, { start, end, kind }: DataSpan): boolean {
  if (kind === 'hash') return false
  const length = end - start
  return length >= maxInlineLength || (length >= minBlockLength && isOnOwnLines(text, start, end))
}

/** Nothing else on its first and its last line, as far as one looks. */
function isOnOwnLines(text: string, start: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 40), start)) &&
    /^[ \t]*\r?(?:\n|$)/.test(text.slice(end, end + 40))
  )
}

/** Two connectives are ordinary prose. */
const minDistinct = 3

/** Most characters for each connective of an argument; with fewer connectives it is a report. */
const reach = 250

interface Paragraph {
  readonly length: number
  readonly connectives: ReadonlySet<string>
}

/**
 * Indices of paragraphs that argue: neighbours that all have a connective and together are one argument. Each step needs the one
 * before it, so that none can be left out.
 */
function reasoning(paragraphs: readonly Paragraph[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let first = 0; first < paragraphs.length; first += 1) {
    const words = new Set<string>()
    let count = 0
    let length = 0
    let end = first
    for (
      let next = paragraphs[end];
      next !== undefined && next.connectives.size > 0;
      next = paragraphs[end]
    ) {
      for (const word of next.connectives) words.add(word)
      count += next.connectives.size
      length += next.length
      end += 1
    }
    if (words.size >= minDistinct && count * reach >= length)
      for (let at = first; at < end; at += 1) found.add(at)
    first = Math.max(end, first)
  }
  return found
}

/** What a sentence says of itself in fixed words: that something failed, or that it draws a conclusion. */
interface Failure extends Span {
  readonly kind: 'failure' | 'http-error'
}

interface Remarks {
  /** No two overlap. */
  readonly failures: readonly Failure[]
  /** In lower case, each once. */
  readonly connectives: ReadonlySet<string>
}

const failure =
  '(?:[Pp]ermission|[Aa]ccess) denied|[Cc]onnection (?:refused|reset|timed out)|[Nn]o such file or directory|[Nn]o space left on device|[Cc]ommand not found|[Oo]peration not permitted|[Oo]ut of memory|[Ss]egmentation fault|[Aa]ddress already in use|[Rr]ead-only file system|[Uu]ndefined reference to'

/** Words that draw a conclusion or give its ground. Words of order (first, then, finally) are a recipe's too. */
const connective = String.raw`(?:[Tt]herefore|[Hh]ence|[Tt]hus|[Bb]ecause|[Cc]onsequently|[Aa]ccordingly|[Ii]t follows|[Aa]s a result|[Gg]iven that|[Ff]or this reason|(?:[Tt]his|which) (?:implies|means)|conclude that|[Bb]y (?:induction|contradiction))\b`

/** One pass for both; what is before a phrase rules out most places at once. */
const phrase = new RegExp(`(?:^|[ \\n("'])(?:${failure}|${connective})`, 'g')
const connectivePattern = new RegExp(connective)

/** `HTTP/1.1 404`, `status: 503`, `status code 500`: the digits make it one. */
const status = /(?:HTTP(?:\/[\d.]{1,3})?|[Ss]tatus(?:[ _]?[Cc]ode)?"?)[ :=]{1,3}[45]\d\d(?!\d)/g

function remarks(text: string): Remarks {
  const failures: Failure[] = []
  const connectives = new Set<string>()
  for (const { index, 0: found } of allMatches(phrase, text)) {
    const said = found.replace(/^[\s("']/, '')
    const end = index + found.length
    if (connectivePattern.test(said)) connectives.add(said.toLowerCase())
    else failures.push({ start: end - said.length, end, kind: 'failure' })
  }
  for (const { index, 0: found } of mayReportStatus(text) ? allMatches(status, text) : [])
    failures.push({ start: index, end: index + found.length, kind: 'http-error' })
  return { failures, connectives }
}

/** Spares most texts a closer look. */
function mayReportStatus(text: string): boolean {
  return text.includes('tatus') || text.includes('HTTP')
}

/** `pattern` has the flag `g`. */
function allMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match)
  return found
}

/** Characters outside of fences, without the white space around each stretch. */
export function proseLength(text: string): number {
  return gapsBetween(fences(text), text.length).reduce(
    (sum, { start, end }) => sum + text.slice(start, end).trim().length,
    0,
  )
}

/** The stretches of `0..length` that none of `spans` covers; `spans` are in order and do not overlap. */
function gapsBetween(spans: readonly Span[], length: number): readonly Span[] {
  const gaps: Span[] = []
  let from = 0
  for (const { start, end } of spans) {
    if (start > from) gaps.push({ start: from, end: start })
    from = end
  }
  if (length > from) gaps.push({ start: from, end: length })
  return gaps
}

function shifted<Found extends Span>(found: readonly Found[], by: number): readonly Found[] {
  return by === 0 ? found : found.map(span => ({ ...span, start: span.start + by, end: span.end + by }))
}
