/** What a text is made of: parts that are kept verbatim, and prose that may be shortened. */
import type { BlockKind } from './blocks/block.ts'
import { fences } from './fences.ts'
import { gapsBetween, shifted } from './gaps.ts'
import type { HardReason } from './hard-reason.ts'
import { type DataSpan, dataSpans, type InlineSpan, inlineSpans } from './inline-spans.ts'
import { isIsland } from './islands.ts'
import { readBlocks } from './read-blocks.ts'
import { reasoning } from './reasoning.ts'
import { remarks } from './remarks.ts'
import type { Span } from './span.ts'

export interface HardSegment extends Span {
  readonly kind: BlockKind | 'fence' | 'json' | 'reasoning'
  readonly protects: HardReason
}

export interface ProseSegment extends Span {
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
  const { blocks, paragraphs } = readBlocks(text, gapsBetween(whole, text.length))
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
