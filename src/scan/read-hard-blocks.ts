/** Reads stretches of a text line by line: hard blocks, and the paragraphs between them. */
import type { HardBlock, HardReason } from './hard-blocks/hard-block.ts'
import { hardBlocks } from './hard-blocks/index.ts'
import { isBlank, type Line, linesOf } from './lines.ts'
import type { Span } from './span.ts'

interface FoundBlock extends Span {
  readonly kind: HardBlock['kind']
  readonly protects: HardReason
}

interface BlocksAndParagraphs {
  readonly blocks: readonly FoundBlock[]
  readonly paragraphs: readonly Span[]
}

export function readHardBlocks(text: string, stretches: readonly Span[]): BlocksAndParagraphs {
  const found: { blocks: FoundBlock[]; paragraphs: Span[] } = { blocks: [], paragraphs: [] }
  for (const { start, end } of stretches) {
    const lines = linesOf(text, start, end)
    const find = blockFinder(lines)
    let paragraph: number | undefined
    const close = (at: number): void => {
      if (paragraph !== undefined) found.paragraphs.push({ start: paragraph, end: at })
      paragraph = undefined
    }
    for (let at = 0; at < lines.length; ) {
      const line = lines[at] as Line
      const block = isBlank(line) ? undefined : find(at)
      if (block !== undefined) {
        close(line.start)
        const last = lines[block.end - 1] as Line
        found.blocks.push({ start: line.start, end: last.end, kind: block.kind, protects: block.protects })
        at = block.end
        continue
      }
      if (isBlank(line)) close(line.start)
      else paragraph ??= line.start
      at += 1
    }
    close(end)
  }
  return found
}

type Find = (first: number) => (Pick<HardBlock, 'kind' | 'protects'> & { readonly end: number }) | undefined

/** Which blocks a line can begin, by the code of its first character; the last entry is for all beyond ASCII. */
const candidates: (readonly Candidate[])[] = []

interface Candidate {
  readonly block: HardBlock
  readonly index: number
}

function candidatesFor(unit: number): readonly Candidate[] {
  return hardBlocks
    .map((block, index) => ({ block, index }))
    .filter(
      ({ block: { starts } }) =>
        starts === undefined || unit === 0x80 || starts.includes(String.fromCharCode(unit)),
    )
}

/** Remembers how far each kind has searched without a match. */
function blockFinder(lines: readonly Line[]): Find {
  const searched = new Uint32Array(hardBlocks.length)
  return first => {
    const line = lines[first] as Line
    const unit = Math.min(line.text.charCodeAt(line.first), 0x80)
    candidates[unit] ??= candidatesFor(unit)
    for (const { block, index } of candidates[unit]) {
      if (first < (searched[index] as number) || !block.mayBegin(line, lines[first + 1])) continue
      const { end, holds } = block.extent(lines, first)
      if (holds) return { kind: block.kind, protects: block.protects, end }
      searched[index] = end
    }
    return undefined
  }
}
