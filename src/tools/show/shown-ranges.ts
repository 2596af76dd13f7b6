/** Finds the lines of a view in the message that they come from. */
import { linesOf } from '../../scan/lines.ts'
import { sentences } from '../../scan/sentences.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import type { PageBlock, TextRange } from './session-page.ts'

interface Place {
  readonly block: number
  readonly range: TextRange
  readonly key: string
}

/** Characters that identify a line which is cut in the view. */
const prefixLength = 16
/** How many lines with the same beginning are compared with a cut line. */
const maxCompared = 8

/** For each block, the ranges that these texts show verbatim, in order. */
export function shownRanges(
  texts: readonly string[],
  blocks: readonly Pick<PageBlock, 'text' | 'by' | 'name'>[],
): readonly (readonly TextRange[])[] {
  const [places, beginnings] = placesOf(blocks)
  const found: TextRange[][] = blocks.map(() => [])
  const used = new Map<string, number>()
  const take = (key: string): Place | undefined => {
    const all = places.get(key)
    if (all === undefined) return undefined
    const next = used.get(key) ?? 0
    used.set(key, next + 1)
    return all[Math.min(next, all.length - 1)]
  }
  for (const text of texts) {
    const lines = text.split('\n')
    const blocksHere = new Set<number>()
    for (const [index, line] of lines.entries()) {
      const keys = index === 0 ? headKeys(line, blocks) : [lineKey(line)]
      const key = keys.find(each => each !== '' && places.has(each))
      const place = (key === undefined ? undefined : take(key)) ?? cutPlace(keys, beginnings)
      if (place === undefined) continue
      blocksHere.add(place.block)
      found[place.block]?.push(place.range)
    }
    const whole = wholeResult(lines[0] ?? '', blocks, blocksHere)
    if (whole !== undefined) found[whole]?.push([0, blocks[whole]?.text.length ?? 0])
  }
  return found.map((ranges, block) => merged(ranges, blocks[block]?.text ?? ''))
}

/** The compared form of a line: without its number, its margins and the marks of a cut. */
function lineKey(line: string): string {
  const bare = line.trim().replace(/^\d{1,7}(?:→|\t|:|-| )/, '')
  return bare.slice(bare.startsWith('…') ? 1 : 0, bare.endsWith('…') ? -1 : undefined).trim()
}

type Places = readonly [lines: ReadonlyMap<string, Place[]>, beginnings: ReadonlyMap<string, Place[]>]

const read = new WeakMap<object, Places>()

/** A message is read once, even if many parts of a view come from it. */
function placesOf(blocks: readonly Pick<PageBlock, 'text' | 'by'>[]): Places {
  const found = read.get(blocks) ?? readPlaces(blocks)
  read.set(blocks, found)
  return found
}

function readPlaces(blocks: readonly Pick<PageBlock, 'text' | 'by'>[]): Places {
  const places = new Map<string, Place[]>()
  const beginnings = new Map<string, Place[]>()
  for (const [block, { text, by }] of blocks.entries()) {
    const lines = linesOf(text)
    const spans = by === 'result' ? lines : [...lines, ...sentences(text)]
    for (const { start, end } of spans) {
      const key = lineKey(text.slice(start, end))
      if (key === '') continue
      const place = { block, range: [start, end], key } as const
      addToList(places, key, place)
      if (key.length > prefixLength) addToList(beginnings, key.slice(0, prefixLength), place)
    }
  }
  return [places, beginnings]
}

/** The first line of a part has its number, the speaker and the tool: `#4 Bash git status → exit 0`. */
function headKeys(line: string, blocks: readonly Pick<PageBlock, 'name'>[]): readonly string[] {
  const rest = line.replace(/^#\d{1,7} /, '')
  const said = rest.replace(/^(?:user|assistant|thinking|program|summary): /, '')
  const name = blocks.find(block => block.name !== undefined && rest.startsWith(`${block.name} `))?.name
  const called = name === undefined ? said : rest.slice(name.length + 1)
  const outcome = called.indexOf(' → ')
  const forms = [line, rest, said, called, ...(outcome < 0 ? [] : [called.slice(0, outcome)])]
  return [...new Set(forms.map(lineKey))]
}

function cutPlace(keys: readonly string[], beginnings: ReadonlyMap<string, Place[]>): Place | undefined {
  for (const key of keys) {
    if (key.length <= prefixLength) continue
    const alike = beginnings.get(key.slice(0, prefixLength))?.slice(0, maxCompared) ?? []
    const place = alike.find(each => each.key.startsWith(key))
    if (place !== undefined) return place
  }
  return undefined
}

/** An output that is not marked as a part is shown completely, possibly in another form. */
function wholeResult(
  head: string,
  blocks: readonly Pick<PageBlock, 'by'>[],
  found: ReadonlySet<number>,
): number | undefined {
  if (!/^#\d{1,7} →/.test(head) || /\[\d{1,9}\/\d{1,9} (?:original )?lines/.test(head)) return undefined
  const results = [...blocks.keys()].filter(block => blocks[block]?.by === 'result')
  return results.length === 1 ? results[0] : results.find(block => found.has(block))
}

/** In order; ranges separated only by white space are merged. */
function merged(ranges: readonly TextRange[], text: string): readonly TextRange[] {
  const joined: [number, number][] = []
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last !== undefined && (start <= last[1] || text.slice(last[1], start).trim() === ''))
      last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
