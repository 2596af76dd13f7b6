/** What a search found, each with the place by which `expand` gives it. */
import { expand } from '../../expand.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { SearchHit } from '../../types.ts'
import { type AddressedLine, messageLines } from './addressed-lines.ts'
import type { ReadableOriginals } from './readable-originals.ts'

const maxLineLength = 200

export async function describeHits(
  hits: readonly SearchHit[],
  query: string,
  store: ReadableOriginals,
): Promise<string> {
  if (hits.length === 0) return 'Nothing found. Try fewer or other words.'
  const lines: string[] = []
  for (const { handle, line, snippet } of hits) {
    // Messages are stored in one line: what a reader asks for are the lines of who said what.
    const found = line === 1 ? bestLine(messageLines(await expand(handle, store), handle), query) : undefined
    lines.push(
      found === undefined
        ? `${handle} line ${line}: ${snippet}`
        : `${handle} line ${found.place}: ${graphemeCut(found.line.trim(), maxLineLength)}`,
    )
  }
  return lines.join('\n')
}

/** The first of those that hold the most of the words. */
function bestLine(lines: readonly AddressedLine[] | undefined, query: string): AddressedLine | undefined {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  let best: AddressedLine | undefined
  let most = 0
  for (const addressed of lines ?? []) {
    const folded = addressed.line.toLowerCase()
    const held = words.filter(word => folded.includes(word)).length
    if (held <= most) continue
    best = addressed
    most = held
  }
  return best
}
