/** The codebook that pays for one text: candidates of every technique that names phrases, chosen together. */
import type { TokenCounter } from '../../types.ts'
import { rangeText } from './atom-range.ts'
import { type Atoms, atomsOf } from './atoms.ts'
import { type Candidate, choosePhrases, gainOf } from './choose-phrases.ts'
import { type Codebook, emptyCodebook } from './codebook.ts'
import type { TextTechnique } from './codec.ts'
import { type CodeScope, freeCodes } from './codes.ts'
import { mostPromising } from './most-promising.ts'
import { repeatedBlocks } from './repeated-blocks.ts'
import { repeatedPhrases } from './repeated-phrases.ts'
import { sampleOf } from './sample.ts'
import { substitute } from './substitute.ts'

export interface BookSettings {
  readonly counter: TokenCounter
  readonly techniques: ReadonlySet<TextTechnique>
  /** What explains a code, as it will be written. */
  readonly legendLine: (code: string, phrase: string) => string
  readonly workspace?: string | undefined
  /** Entries that stay as they are. */
  readonly base?: Codebook | undefined
  /** A codebook that is read beside the text: its codes are left to it. */
  readonly codebook?: Codebook | undefined
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

/** How often entries that turn out to be used too little are dropped, which leaves places to others. */
const rounds = 2

/** The base and whatever is worth adding to it; the base itself where nothing is. */
export function bookFor(whole: string, settings: BookSettings): Codebook {
  const { counter, techniques, legendLine, workspace = '', base = emptyCodebook } = settings
  const beside = Object.keys(settings.codebook?.entries ?? {})
  const scope = settings.scope ?? (beside.length > 0 ? 'local' : 'any')
  const codes = freeCodes(whole, [...Object.keys(base.entries), ...beside], scope)
  const text = sampleOf(whole)
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

/** Those that pay by how often they are really used, which is less often where a longer one came first. */
function worthKeeping(
  chosen: readonly Candidate[],
  { entries }: Codebook,
  uses: readonly number[],
  counter: TokenCounter,
): readonly Candidate[] {
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

/** Marks alone, or the beginning of a fence, are the structure that a reader goes by: they stay. */
function isInformative(phrase: string): boolean {
  return /[\p{L}\p{N}]/u.test(phrase) && (phrase.includes('\n') || !/```|~~~/.test(phrase))
}

/** `/home/me` would save as much as `/home/me/work`, which says more. */
function leadsTo(root: string, phrase: string): boolean {
  return root !== '' && root.startsWith(phrase.replace(/[/\\]$/, ''))
}

/** The more often a phrase is used, the shorter its code; the workspace has a name of its own. */
function withCodes(
  base: Codebook,
  chosen: readonly Candidate[],
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

/** What IP addresses share that differ in their last number, or in the last two: `10.0.1.`, `10.0.` */
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

/** Letters, digits and what joins them in paths: `~/a_b/c-d.e@2`, `https://host:80/x`, `C:\\a`. */
const pathLike = /[\w.~@+:%$/\\-]+/g
const maxDepth = 12
const maxLength = 300

/** Beginnings that paths and web addresses share, each up to a slash. */
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
