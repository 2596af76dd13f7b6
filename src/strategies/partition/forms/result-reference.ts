/** Replaces a tool result by a reference: what was asked for, how much there was, and the top results. */
import type { Found } from '../../../reduce/content/search/read-hits.ts'
import { readHits } from '../../../reduce/content/search/read-hits.ts'
import { hitValue } from '../../../reduce/content/search.ts'
import { fittedText, oneLine } from '../../../reduce/fitted-text.ts'
import { counted } from '../../../reduce/pieces/counted.ts'
import type { ReduceInput, Reducer, Shorten, TextSource } from '../../../reduce/reducer.ts'
import { distinctShapes, saidOnce } from './distinct-shapes.ts'
import { piecesWithin } from './pieces-within.ts'
import { type ReadPieces, readPieces } from './read-pieces.ts'

export const resultReference: Reducer = {
  name: 'result-reference',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const read = readPieces(input)
    const write =
      read.content === 'search'
        ? searchWriter(input, read)
        : (characters: number) => writeResult(input, read, characters)
    return fittedText(input, write)
  },
}

/** `Top results (12 of 340):` and line breaks. */
const frame = 40

function writeResult(
  { text, source = {}, handle }: ReduceInput,
  { pieces }: ReadPieces,
  characters: number,
): string {
  const head = headOf(source)
  const foot = `[Full results: ${handle}]`
  const lines = text.split('\n').length
  const room = characters - head.length - foot.length - frame
  const top = piecesWithin(pieces, room, () => false)
  const shown = top.map(at => pieces[at]?.text ?? '')
  return [head, `Lines: ${lines}`, ...(shown.length === 0 ? [] : ['Top results:', ...shown]), foot].join('\n')
}

interface Match {
  readonly text: string
  readonly isInformative: boolean
}

function searchWriter(
  { text, source = {}, handle }: ReduceInput,
  { pieces }: ReadPieces,
): (characters: number) => string {
  const found = readHits(text.split('\n'))
  const matches = found.flatMap(matchIn)
  const files = new Set(
    found.flatMap(each => (each.kind === 'hit' && each.hit.path !== '' ? [each.hit.path] : [])),
  )
  // `grep: x: Permission denied` is not a match; it says that matches are missing.
  const troubles = distinctShapes(
    pieces.flatMap(({ report, text: said }) => (report === 'error' ? [said] : [])),
  ).map(saidOnce)
  const head = headOf(source)
  const foot = `[Full results: ${handle}]`
  const count = `Matches: ${counted(matches.length, 'line')}${files.size === 0 ? '' : ` in ${counted(files.size, 'file')}`}`
  return characters => {
    const room = characters - head.length - foot.length - count.length - frame
    const shownTroubles = withinRoom(troubles, room / 2)
    const top = topMatches(matches, room - shownTroubles.join('\n').length)
    const list = top.length === 0 ? [] : [`Top results (${top.length} of ${matches.length}):`, ...top]
    return [head, count, ...shownTroubles, ...list, foot].join('\n')
  }
}

function matchIn(found: Found): readonly Match[] {
  if (found.kind !== 'hit') return []
  const { path, line, text } = found.hit
  const place = [path, line].filter(part => part !== undefined && part !== '').join(':')
  const said = oneLine(text)
  return [
    {
      text: `- ${place}${said === '' ? '' : place === '' ? said : ` (${said})`}`,
      isInformative: hitValue(found) === 'useful',
    },
  ]
}

/** Definitions are chosen before uses; both are shown in reading order. */
function topMatches(matches: readonly Match[], room: number): readonly string[] {
  const chosen = new Set<number>()
  let left = room
  for (const wanted of [true, false])
    for (const [index, { text, isInformative }] of matches.entries()) {
      if (left <= 0) break
      if (isInformative !== wanted || text.length + 1 > left) continue
      left -= text.length + 1
      chosen.add(index)
    }
  return matches.flatMap(({ text }, index) => (chosen.has(index) ? [text] : []))
}

function withinRoom(lines: readonly string[], room: number): readonly string[] {
  let left = room
  return lines.filter(line => {
    left -= line.length + 1
    return left >= 0
  })
}

function headOf({ query, path, call, tool }: TextSource): string {
  if (query !== undefined)
    return `[Search: ${JSON.stringify(oneLine(query))}${path === undefined ? '' : ` in ${oneLine(path)}`}]`
  return `[Result: ${oneLine(call ?? tool ?? 'unknown')}]`
}
