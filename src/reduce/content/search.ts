/** Results of a search, by file: totals first, then the lines. */
import { isCutOutput } from '../../scan/actions/is-cut-output.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { searchLine } from '../../scan/kind/content-lines.ts'
import { minShare } from '../../scan/kind/kind-tests.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { counted } from '../pieces/counted.ts'
import { leastIn } from '../pieces/least-in.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { maxLineLength, type Part, piecesOf } from '../pieces/parts.ts'
import { commonFolder, prefixGroups } from '../pieces/prefix-groups.ts'
import { severityOf } from '../pieces/severity.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'
import { type Hit, isAroundHit, numberedHit, unnumberedHit } from './search/hit.ts'
import { endsType, isFieldOf, type OpenedType, openedType } from './search/opened-type.ts'
import { type Found, headedLine, readHits } from './search/read-hits.ts'

export const search: Content = {
  name: 'search',
  // `path:line:text`
  detect: minShare(0.6, searchLine, 2),
  fits,
  pieces,
  lossless: prefixGroups(pathLength),
}

/** `src/a.ts:` */
function pathLength(line: string): number {
  const hit = numberedHit(line)
  return hit === undefined ? 0 : hit.path.length + 1
}

const searchers: ReadonlySet<string> = new Set([
  ...'grep egrep fgrep rg ag ack zgrep pt ugrep'.split(' '),
  'git grep',
])
const searchTools = wordSet(
  'grep search rg ripgrep codebase_search grep_search search_files file_search search_dir search_file',
)

function fits({ ownLines, programs, source: { tool } }: SourcedText): boolean {
  const lines = ownLines.filter(line => line !== '--')
  const isSearch =
    (tool !== undefined && searchTools.has(tool.toLowerCase())) ||
    programs.some(({ name }) => searchers.has(name))
  const isHit = (line: string): boolean => numberedHit(line) !== undefined
  if (!isSearch) return holdsForMost(lines, Math.max(3, lines.length * 0.8), isHit)
  if (lines.length === 0) return false
  const hits = lines.filter(isHit).length
  // With `-C 3`, six of seven lines are around a hit.
  const around = lines.filter(isAroundHit).length
  if ((hits + around) * 10 >= lines.length * 3) return true
  const loose = lines.filter(line => unnumberedHit(line) !== undefined).length
  const headed = lines.filter(line => headedLine.test(line)).length
  return loose * 10 >= lines.length * 7 || (headed * 10 >= lines.length * 6 && hits === 0)
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  const lines = text.split('\n')
  const found = readHits(lines)
  const hits = found.filter(({ kind }) => kind === 'hit').length
  const byFile = Map.groupBy(
    found.flatMap(each => (each.kind === 'hit' ? [each.hit] : [])),
    hit => hit.path,
  )
  const parts: Part[] = []
  const least = leastIn(text)
  // Where one file has them, its name says as much as their count.
  const isTotal = hits > fewHits || byFile.size > 1 || byFile.has('')
  const form: RunForm = {
    withContext: lines.length <= fewLines,
    withFields: hits <= fewHits,
    head: isTotal || hits < 2 ? 'useful' : 'key',
  }
  const repeated = repeatedTexts(found)
  const begin = beginOf(lines, found)
  let at = 0
  while (at < begin) at = writeRun(parts, lines, found, at, form, repeated)
  if (hits > 1 && isTotal)
    parts.push({
      first: at,
      end: at,
      value: 'key',
      statement: `${least}${counted(hits, 'matching line')}${placesText(byFile, hits)}`,
    })
  while (at < lines.length) at = writeRun(parts, lines, found, at, form, repeated)
  return piecesOf(text, lines, parts)
}

/** So few hits are named by their places, which are all that may be shown of them. */
const fewHits = 3

/** `: src/a.ts:12, 15; src/b.ts:4`, ` in 4 files` */
function placesText(byFile: ReadonlyMap<string, readonly Hit[]>, hits: number): string {
  if (byFile.has('')) return ''
  if (hits > fewHits) return ` in ${counted(byFile.size, 'file')}`
  return `: ${Array.from(byFile, ([path, own]) => path + numbersText(own).replace(' at ', ':')).join('; ')}`
}

/** ` at 12, 15` */
function numbersText(hits: readonly Hit[]): string {
  const numbers = hits.flatMap(({ line }) => line ?? [])
  return numbers.length === 0 ? '' : ` at ${numbers.join(', ')}`
}

/** More lines above the hits are the output of another command, which no count of the search is above. */
const maxAbove = 1

/** The first line of the output that is of the search. */
function beginOf(lines: readonly string[], found: readonly Found[]): number {
  const first = found.findIndex(({ kind }) => kind !== 'other')
  if (first <= maxAbove || numberedHit(lines[first] as string) === undefined) return 0
  const above = lines.slice(0, first).filter(line => otherValue(line) === 'plain')
  return above.length > maxAbove ? first : 0
}

/** From this many hits with the same text on, the text is shown once. */
const minRepeated = 4
/** Where more hits have a text, their count says more than their places. */
const manyRepeated = 6
/** The text of a closing bracket takes no room that is worth saving. */
const minTextLength = 8

interface RepeatedText {
  readonly hits: number
  readonly files: number
  /** The folder that they are all in; empty where there is none. */
  readonly folder: string
  /** Index of the part that shows the text; absent until it is written. */
  part?: number
}

/** The texts that many hits have. */
function repeatedTexts(found: readonly Found[]): ReadonlyMap<string, RepeatedText> {
  const hits = found.flatMap(each =>
    each.kind !== 'hit' || each.hit.path === '' || each.hit.line === undefined ? [] : each.hit,
  )
  const repeated = [...Map.groupBy(hits, ({ text }) => text.trim())].filter(
    ([{ length }, same]) => length >= minTextLength && same.length >= minRepeated,
  )
  return new Map(
    repeated.map(([text, same]) => {
      const paths = new Set(same.map(({ path }) => path))
      return [text, { hits: same.length, files: paths.size, folder: commonFolder([...paths]) }]
    }),
  )
}

/** ` (9 such lines in 8 files below src/)`; the place before it names the only file. */
function countText({ hits, files, folder }: RepeatedText): string {
  const below = folder === '' || hits <= manyRepeated ? '' : ` below ${folder}`
  return ` (${hits} such lines${files > 1 ? ` in ${files} files${below}` : ''})`
}

/** Lines around a hit were requested: if they are few they are shown like hits, else they are left out first. */
const fewLines = 12

interface RunForm {
  readonly withContext: boolean
  /** Whether the fields of a type that was found are shown like hits. */
  readonly withFields: boolean
  /** The value of the name of the file. */
  readonly head: PieceValue
}

/** The lines of one file that follow each other; returns the index after them. */
function writeRun(
  parts: Part[],
  lines: readonly string[],
  found: readonly Found[],
  first: number,
  { withContext, withFields, head: headValue }: RunForm,
  repeated: ReadonlyMap<string, RepeatedText>,
): number {
  const start = found[first]
  const line = lines[first] ?? ''
  if (start === undefined || start.kind === 'other') {
    parts.push({ first, end: first + 1, value: otherValue(line) })
    return first + 1
  }
  const { path } = start.hit
  let end = first
  const hits: Hit[] = []
  for (; end < lines.length; end += 1) {
    const each = found[end]
    if (each?.kind === 'hit' && each.hit.path === path) hits.push(each.hit)
    else if (!(each?.kind === 'context' && each.hit.path === path) && !isGap(lines, found, end, path)) break
  }
  const isShort = end - first < 2 || path === ''
  const isCut = [first - 1, end].some(at => isCutOutput(lines[at] ?? ''))
  if (!isShort)
    parts.push({
      first,
      end: first,
      value: headValue,
      statement: `${path}: ${isCut ? 'at least ' : ''}${counted(hits.length, 'match', 'matches')}${headValue === 'key' ? numbersText(hits) : ''}`,
    })
  const head = parts.length - 1
  /** The hit that opens the type which the next lines belong to. */
  let opened: OpenedType | undefined
  for (let at = first; at < end; at += 1) {
    const each = found[at]
    if (each === undefined || each.kind === 'other') parts.push({ first: at, end: at + 1, value: 'noise' })
    else {
      const same = each.kind === 'hit' ? repeated.get(each.hit.text.trim()) : undefined
      const isField = each.kind === 'context' && opened !== undefined && isFieldOf(opened, each.hit.text)
      if (each.kind === 'hit') opened = withFields ? openedType(each.hit.text, parts.length) : undefined
      else if (opened !== undefined && endsType(opened, each.hit.text)) opened = undefined
      const under = isField ? opened?.part : head
      const shown = same?.part
      const isCounted = shown !== undefined && (same?.hits ?? 0) > manyRepeated
      const part = {
        first: at,
        end: at + 1,
        value: isCounted ? 'noise' : hitValue(each, withContext || isField),
      } as const
      const count = same === undefined || shown !== undefined ? '' : countText(same)
      if (same !== undefined) same.part ??= parts.length
      if (!isShort) parts.push({ ...part, under: under ?? head, statement: `${compact(each)}${count}` })
      else if (shown !== undefined)
        parts.push({ ...part, under: shown, statement: `${path}:${each.hit.line}` })
      else if (count !== '') parts.push({ ...part, statement: `${path}:${compact(each)}${count}` })
      else parts.push(part)
    }
  }
  return end
}

/** `--` between two hits of one file. */
function isGap(lines: readonly string[], found: readonly Found[], at: number, path: string): boolean {
  const next = found[at + 1]
  return lines[at] === '--' && next !== undefined && next.kind !== 'other' && next.hit.path === path
}

function compact({ kind, hit }: Found & { hit: Hit }): string {
  const number = hit.line === undefined ? '' : `${hit.line}${kind === 'hit' ? ':' : '-'} `
  const text = hit.text.trim()
  return text.length <= maxLineLength
    ? `${number}${text}`
    : `${number}${graphemeCut(text, maxLineLength)}… (${text.length} characters)`
}

/** Definitions, as opposed to uses. */
const definition =
  /^\s{0,40}(?:(?:export|default|public|private|protected|static|async|abstract|final|pub|readonly|declare) ){0,4}(?:function|class|interface|type|enum|def|func|fn|struct|trait|impl|module|package|namespace) |^(?:export )?(?:const|let|var) /

export function hitValue({ kind, hit }: Found & { hit: Hit }, withContext = false): PieceValue {
  const isAround = kind === 'context'
  if ((isAround && !withContext) || hit.text.trim() === '') return 'noise'
  return !isAround && definition.test(hit.text.slice(0, 120)) ? 'useful' : 'plain'
}

/** `grep: x: No such file or directory` */
function otherValue(line: string): PieceValue {
  if (line === '' || line === '--') return 'noise'
  const frame = frameValue(line)
  if (frame !== undefined) return frame
  // A line that a tool cut into is a mark between hits.
  if (isCutOutput(line)) return 'noise'
  return severityOf(line) === undefined ? 'plain' : 'key'
}
