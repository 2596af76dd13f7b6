/** The codebook that pays off for one text: chosen from the candidates of all techniques that name phrases. */
import type { TokenCounter } from '../../types.ts'
import { choosePhrases, gainOf, type PhraseCandidate } from './choose-phrases.ts'
import { type Codebook, emptyCodebook } from './codebook.ts'
import type { LayerSettings, TextTechnique } from './codec.ts'
import { type CodeScope, freeCodes } from './codes.ts'
import { type Atoms, atomsOf, rangeText } from './document-atoms.ts'
import { repeatedPhrases } from './repeated-phrases.ts'
import { substitute } from './substitute.ts'

interface BookSettings extends Omit<LayerSettings, 'codebookFile'> {
  /** The line that explains a code, as it will be written. */
  readonly legendLine: (code: string, phrase: string) => string
  /** Entries that stay as they are. */
  readonly base?: Codebook | undefined
  /** Which codes may be used. @default 'local' beside a codebook, else 'any' */
  readonly scope?: CodeScope | undefined
}

const finders: Partial<Record<TextTechnique, (text: string, atoms: Atoms) => readonly string[]>> = {
  dictionary: (text, atoms) => repeatedPhrases(text, atoms).map(range => rangeText(text, atoms, range)),
  paths: pathPrefixes,
  addresses: addressFamilies,
  blocks: repeatedBlocks,
}

const workspaceCode = '$WS'

/** How often entries with too few uses are dropped, which leaves room for others. */
const rounds = 2

/** The base with all entries that are worth adding; the base itself if there are none. */
export function bookFor(whole: string, settings: BookSettings): Codebook {
  const { counter, techniques, legendLine, workspace = '', base = emptyCodebook } = settings
  const beside = Object.keys(settings.codebook?.entries ?? {})
  const scope = settings.scope ?? (beside.length > 0 ? 'local' : 'any')
  const codes = freeCodes(whole, [...Object.keys(base.entries), ...beside], scope)
  const text = sampleText(whole)
  const atoms = atomsOf(text)
  const root = techniques.has('paths') ? workspace.replace(/[/\\]$/, '') : ''
  const found = [...techniques].flatMap(technique => finders[technique]?.(text, atoms) ?? [])
  const phrases = [root, ...found.filter(phrase => isInformative(phrase) && !leadsTo(root, phrase))]
  const taken = Object.values(base.entries)
  let chosen = choosePhrases(text, atoms, phrases, { counter, codes, legendLine, taken })
  for (let round = 0; round < rounds && chosen.length > 0; round += 1) {
    const book = withCodes(base, chosen, codes, root)
    chosen = worthKeeping(chosen, book, substitute(text, book, atoms).uses, counter)
  }
  return withCodes(base, chosen, codes, root)
}

/** The candidates that pay off by their actual uses, which are fewer if a longer phrase was replaced first. */
function worthKeeping(
  chosen: readonly PhraseCandidate[],
  { entries }: Codebook,
  uses: readonly number[],
  counter: TokenCounter,
): readonly PhraseCandidate[] {
  const candidates = new Map(chosen.map(candidate => [candidate.phrase, candidate]))
  return Object.entries(entries)
    .flatMap(([code, phrase], at) => {
      const candidate = candidates.get(phrase)
      const times = uses[at] ?? 0
      return candidate !== undefined && gainOf(candidate, times, counter.count(code)) > 0
        ? [{ candidate, times }]
        : []
    })
    .sort((one, two) => two.times - one.times)
    .map(({ candidate }) => candidate)
}

/** Marks without letters, and the beginning of a fence, are structure that a reader needs: they stay. */
function isInformative(phrase: string): boolean {
  return /[\p{L}\p{N}]/u.test(phrase) && (phrase.includes('\n') || !/```|~~~/.test(phrase))
}

/** `/home/me` would save as much as `/home/me/work`, which says more. */
function leadsTo(root: string, phrase: string): boolean {
  return root !== '' && root.startsWith(phrase.replace(/[/\\]$/, ''))
}

/** More frequent phrases get shorter codes; the workspace has a fixed name. */
function withCodes(
  base: Codebook,
  chosen: readonly PhraseCandidate[],
  codes: readonly string[],
  root: string,
): Codebook {
  const isNamed = codes.includes(workspaceCode) && chosen.some(({ phrase }) => phrase === root)
  const others = codes.filter(code => !isNamed || code !== workspaceCode).values()
  const entries = { ...base.entries }
  for (const { phrase } of chosen) {
    const code = isNamed && phrase === root ? workspaceCode : others.next().value
    if (code !== undefined) entries[code] = phrase
  }
  return { version: 1, entries }
}

const address = /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/g

/** Shared prefixes of IP addresses that differ in the last number or the last two: `10.0.1.`, `10.0.` */
export function addressFamilies(text: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(address)) {
    const last = found.lastIndexOf('.')
    for (const end of [last, found.lastIndexOf('.', last - 1)]) {
      const family = found.slice(0, end + 1)
      counts.set(family, (counts.get(family) ?? 0) + 1)
    }
  }
  return mostPromising(counts)
}

/** Letters, digits and the signs that join them in paths: `~/a_b/c-d.e@2`, `https://host:80/x`, `C:\\a`. */
const pathLike = /[\w.~@+:%$/\\-]+/g
const maxDepth = 12
const maxLength = 300

/** Prefixes that paths and URLs share, each up to a slash. */
export function pathPrefixes(text: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(pathLike)) {
    let depth = 0
    for (let at = 1; at < found.length && at < maxLength && depth < maxDepth; at += 1) {
      if (found[at] !== '/' && found[at] !== '\\') continue
      depth += 1
      const prefix = found.slice(0, at + 1)
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    }
  }
  return mostPromising(counts)
}

/** Maximum number of phrases that are examined. */
const maxCount = 200

/** The phrases that occur at least twice, ordered by how much text they could save. */
function mostPromising(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(
      ([one, ones], [two, twos]) => two.length * (twos - 1) - one.length * (ones - 1) || (one < two ? -1 : 1),
    )
    .slice(0, maxCount)
    .map(([phrase]) => phrase)
}

/** For a longer text, a sample is enough to find its phrases. */
const maxSampleLength = 1_000_000
const stretches = 8

/** The text itself, or whole lines from evenly spaced positions. */
export function sampleText(text: string): string {
  if (text.length <= maxSampleLength) return text
  const parts: string[] = []
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * text.length) / stretches)
    parts.push(wholeLines(text.slice(from, from + maxSampleLength / stretches)))
  }
  return parts.join('\n')
}

/** Without the incomplete lines at both ends; the whole text if it has only one line. */
function wholeLines(text: string): string {
  const first = text.indexOf('\n') + 1
  const last = text.lastIndexOf('\n')
  return last > first ? text.slice(first, last) : text
}

/** Shorter blocks save nothing; longer ones are named in parts, so that searching for them stays cheap. */
const minLength = 8
const maxBlockLength = 2000

/** Repeated blocks of lines, without white space around them and without the last line break. */
export function repeatedBlocks(text: string): readonly string[] {
  const lines = text.split('\n')
  const latest = new Map<string, number>()
  const places = new Map<string, Set<number>>()
  for (let at = 0; at < lines.length; ) {
    const before = latest.get(lines[at] as string)
    const length = before === undefined ? 0 : sameLines(lines, before, at)
    const block = lines
      .slice(at, at + length)
      .join('\n')
      .trim()
    if (before !== undefined && block.length >= minLength) {
      const known = places.get(block) ?? new Set()
      places.set(block, known.add(before).add(at))
    }
    const end = at + Math.max(1, length)
    for (; at < end; at += 1) latest.set(lines[at] as string, at)
  }
  return mostPromising(new Map([...places].map(([block, { size }]) => [block, size])))
}

/** How many lines from `at` on equal those from `before` on, without overlap. */
function sameLines(lines: readonly string[], before: number, at: number): number {
  let length = 0
  for (let units = 0; before + length < at; length += 1) {
    const line = lines[at + length]
    units += (line?.length ?? 0) + 1
    if (line === undefined || line !== lines[before + length] || units > maxBlockLength) break
  }
  return length
}
