/** A document in a few sizes, for readers who load more of it as they need it. Every line is taken from the document. */
import { posix } from 'node:path'
import type { Piece, PieceValue } from '../../reduce/content/content.ts'
import { markdown } from '../../reduce/content/markdown.ts'
import { markedLevel } from '../../scan/heading-level.ts'
import type { TokenCounter } from '../../types.ts'
import { sumOf } from '../documents/frame.ts'
import { splitHead } from './split-head.ts'

export type TierName = 'L0' | 'L1' | 'L2'

/** Maximum tokens of each tier, as the reader sees it. */
export type TierSizes = Readonly<Record<TierName, number>>

export const tierNames: readonly TierName[] = ['L0', 'L1', 'L2']

/** An overview, an orientation, a working copy. */
export const tierSizes: TierSizes = { L0: 200, L1: 1000, L2: 3000 }

/** Marks lines of the document that are left out. */
const gap = '…'

const worth: Readonly<Record<PieceValue, number>> = { key: 6, useful: 3, plain: 1, noise: 0 }

/** How often the tokens reserved for gaps that closed are redistributed. */
const rounds = 4

/** At most `size` tokens of the document; `undefined` if the document is no longer than that. */
export function tierOf(text: string, size: number, counter: TokenCounter): string | undefined {
  if (counter.count(text) <= size) return undefined
  const pieces = markdown.pieces(splitHead(text).body, { role: 'system', kind: 'markdown' })
  const tokens = pieces.map(piece => counter.count(piece.text) + 1)
  const gapTokens = counter.count(`\n${gap}\n`)
  const order = inOrderOfChoice(pieces)
  const chosen = new Set<number>()
  let tier = render(pieces, chosen)
  for (let round = 0; round < rounds; round += 1) {
    let room = size - counter.count(tier)
    const added: number[] = []
    for (const index of order) {
      const all = withThoseAbove(pieces, index, chosen)
      const cost = all.reduce((sum, at) => sum + (tokens[at] as number), gapTokens)
      if (all.length === 0 || cost > room) continue
      room -= cost
      for (const at of all) chosen.add(at)
      added.push(...all.toReversed())
    }
    if (added.length === 0) break
    tier = render(pieces, chosen)
    // Tokens of single pieces do not quite add up: the last pieces are removed until the whole fits.
    for (let at = added.pop(); at !== undefined && counter.count(tier) > size; at = added.pop()) {
      chosen.delete(at)
      tier = render(pieces, chosen)
    }
  }
  return tier
}

/** The best of each section, then the second best, and so on: each further piece of a section is worth less. */
function inOrderOfChoice(pieces: readonly Piece[]): readonly number[] {
  const worthOf = (index: number): number => worth[pieces[index]?.value ?? 'noise']
  const headings = headingOf(pieces)
  const rank = new Float64Array(pieces.length)
  for (const [heading, members] of Map.groupBy(pieces.keys(), index => headings[index] as number)) {
    const weight = heading < 0 ? usualWeight + 1 : sectionWeight(pieces[heading]?.text ?? '')
    const best = members.filter(index => index !== heading).sort((one, two) => worthOf(two) - worthOf(one))
    for (const [turn, index] of best.entries()) rank[index] = (worthOf(index) * weight) / (turn + 1)
    // A heading alone still says what there is to read.
    if (heading >= 0) rank[heading] = weight / 2
  }
  return [...pieces.keys()]
    .filter(index => (rank[index] as number) > 0)
    .sort((one, two) => (rank[two] as number) - (rank[one] as number) || one - two)
}

/** The heading above each piece, itself for a heading; -1 before the first. Bold lines are within a section. */
function headingOf(pieces: readonly Piece[]): Int32Array {
  const headings = new Int32Array(pieces.length)
  let heading = -1
  for (const [index, piece] of pieces.entries()) {
    if (markedLevel(piece.text) !== undefined) heading = index
    headings[index] = heading
  }
  return headings
}

function withThoseAbove(
  pieces: readonly Piece[],
  index: number,
  chosen: ReadonlySet<number>,
): readonly number[] {
  const added: number[] = []
  for (let at: number | undefined = index; at !== undefined && !chosen.has(at); at = pieces[at]?.under)
    added.push(at)
  return added
}

/** In reading order; `…` where something informative is left out. */
function render(pieces: readonly Piece[], chosen: ReadonlySet<number>): string {
  const shown: string[] = []
  let isGap = false
  for (const [index, { text, value }] of pieces.entries()) {
    if (!chosen.has(index)) {
      isGap ||= value !== 'noise'
      continue
    }
    if (isGap) shown.push(gap)
    isGap = false
    shown.push(text)
  }
  return `${[...shown, ...(isGap ? [gap] : [])].join('\n')}\n`
}

/** The first match counts. */
const weights: readonly { readonly words: RegExp; readonly weight: number }[] = [
  { words: /archiv|changelog|history|old|deprecated|obsolete|legacy|历史|归档|履歴|アーカイブ/i, weight: 1 },
  { words: /decision|decided|决定|决策|決定/i, weight: 10 },
  {
    words:
      /rule|must|never|always|constraint|important|critical|security|warning|规则|禁止|必须|注意|重要|ルール|必須/i,
    weight: 9,
  },
  { words: /action|todo|task|next|open|blocker|待办|任务|タスク/i, weight: 8 },
  {
    words:
      /config|setup|command|build|test|deploy|environment|architecture|配置|命令|部署|架构|設定|コマンド/i,
    weight: 7,
  },
  { words: /overview|summary|about|purpose|project|概述|简介|概要/i, weight: 7 },
  { words: /example|appendix|reference|link|resource|credit|license|示例|附录|参考|例/i, weight: 3 },
]

/** How much the section under a heading is worth to a reader with little room, by the words of the heading. */
const usualWeight = 5

function sectionWeight(heading: string): number {
  const words = heading.slice(0, 200)
  return weights.find(entry => entry.words.test(words))?.weight ?? usualWeight
}

/** `memory/MEMORY.md` has `memory/MEMORY.L0.md`, `.cursorrules` has `.cursorrules.L0.md`. */
export function tierPath(path: string, tier: TierName): string {
  const { dir, name, ext } = posix.parse(path)
  return posix.join(dir, `${name}.${tier}${ext === '' ? '.md' : ext}`)
}

const firstLine =
  /^<!-- (L[0-2]) of [^\n]{1,300}, generated by fovea: do not edit, "…" marks what is left out \(sum (\d{9})\) -->\n/

function headerOf(path: string, tier: TierName, body: string): string {
  const name = posix.basename(path).replaceAll('--', '- -')
  return `<!-- ${tier} of ${name}, generated by fovea: do not edit, "…" marks what is left out (sum ${sumOf(body)}) -->\n`
}

/** The whole file within `size` tokens; `undefined` if the document itself is no longer. */
export function tierFile(
  path: string,
  text: string,
  tier: TierName,
  size: number,
  counter: TokenCounter,
): string | undefined {
  if (counter.count(text) <= size) return undefined
  const body = tierOf(text, size - counter.count(headerOf(path, tier, '')), counter)
  return body === undefined ? undefined : headerOf(path, tier, body) + body
}

/** `edited`: generated, and changed by a user since. */
type TierAuthor = 'generated' | 'edited' | 'hand-written'

export function tierAuthor(text: string): TierAuthor {
  const found = firstLine.exec(text)
  if (found === null) return 'hand-written'
  return sumOf(text.slice(found[0].length)) === found[2] ? 'generated' : 'edited'
}
