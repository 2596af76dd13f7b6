/** Why a whole text stays as it is: most of it is code, data, keys or the like. */
import type { HardReason } from '../scan/hard-blocks/hard-block.ts'
import type { InlineSpan } from '../scan/inline-spans.ts'
import { findSecrets, maskedSecrets } from '../scan/secrets/secrets.ts'
import { type Segment, segments } from '../scan/segments.ts'
import type { Span } from '../scan/span.ts'

/** Results that are already known, so that they are not computed twice. */
interface Known {
  readonly segments?: readonly Segment[]
  readonly secrets?: readonly Span[]
}

/** From this share of hard content on, a whole text is hard; below it, the text is split and its prose is shortened. */
export const hardShare = 0.5

/** Empty where less than half of the text is hard. */
export function hardReasons(text: string, known: Known = {}): readonly HardReason[] {
  const parts = known.segments ?? segments(text)
  const secrets = [...(known.secrets ?? findSecrets(text)), ...maskedSecrets(text)]
  const hard: HardSpan[] = [
    ...parts.flatMap(part => hardSpans(text, part)),
    ...secrets.map(span => ({ ...lineAround(text, span), protects: 'api_key' as const })),
  ].sort((one, two) => one.start - two.start)
  let length = 0
  let reached = 0
  for (const { start, end } of hard) {
    length += Math.max(0, end - Math.max(start, reached))
    reached = Math.max(reached, end)
  }
  if (length === 0 || length < text.trim().length * hardShare) return []
  return [...new Set(hard.map(({ protects }) => protects))]
}

interface HardSpan extends Span {
  readonly protects: HardReason
}

/** The reason for each kind of inline span, if most of a text consists of them. Inline code and hashes are part of a sentence. */
const protections: Partial<Record<InlineSpan['kind'], HardReason>> = {
  encoded: 'base64_content',
  failure: 'failure_signature',
  'http-error': 'http_error',
  json: 'json_structure',
  math: 'latex_math',
}

function hardSpans(text: string, part: Segment): readonly HardSpan[] {
  if (part.kind !== 'prose') {
    const end = part.start + text.slice(part.start, part.end).trimEnd().length
    return [{ start: part.start, end, protects: part.protects }]
  }
  return part.spans.flatMap(span => {
    const protects = protections[span.kind]
    if (protects === undefined) return []
    return [{ ...(isRemark(protects) ? lineAround(text, span) : span), protects }]
  })
}

function isRemark(reason: HardReason): boolean {
  return reason === 'failure_signature' || reason === 'http_error'
}

const maxLineLength = 200

/** A failure or a key makes its whole line hard; in running prose, only itself. */
function lineAround(text: string, { start, end }: Span): Span {
  const before = text.slice(Math.max(0, start - maxLineLength), start)
  const after = text.slice(end, end + maxLineLength)
  const first = before.lastIndexOf('\n') + 1
  const last = after.indexOf('\n')
  const line = { start: start - before.length + first, end: last < 0 ? end + after.length : end + last }
  return line.end - line.start <= maxLineLength ? line : { start, end }
}
