/** The one-line texts that replace what is left out. ASCII, and never quoted from a text. */
import type { TextUnit } from './text-units.ts'

export function duplicateMarker(text: string, tokens: number, handle: string): string {
  return `${duplicateStart}${lineCount(text)} lines, ${tokens} tokens, stored: ${handle}]`
}

const duplicateStart = '[Duplicate of a text elsewhere in this conversation: '

export function isDuplicateMarker(text: string): boolean {
  return text.startsWith(duplicateStart) && !text.includes('\n')
}

/** The gap between two kept parts of one text; the first gap of a block names its original. */
export function gapMarker(
  gap: { first: TextUnit; last: TextUnit },
  whole: Whole,
  handle: string | undefined,
): string {
  const place = gapPlace(gap, whole)
  return handle === undefined
    ? `[left out: ${place}]`
    : `[left out: ${place} (${whole.tokens} tokens), stored: ${handle}]`
}

interface Whole {
  readonly text: string
  readonly tokens: number
}

function gapPlace({ first, last }: { first: TextUnit; last: TextUnit }, whole: Whole): string {
  const startsLine = first.start === 0 || whole.text[first.start - 1] === '\n'
  const endsLine = last.end === whole.text.length || whole.text[last.end - 1] === '\n'
  return startsLine && endsLine
    ? `lines ${first.line}-${last.line} of ${lineCount(whole.text)}`
    : `characters ${first.start + 1}-${last.end} of ${whole.text.length}`
}

/** Lines as an editor numbers them: a final line break does not start a new line. */
function lineCount(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    lines += 1
  return lines
}
