/** The codebook that pays for one text: candidates of every technique that names phrases, chosen together. */
import type { TokenCounter } from '../types.ts'
import { addressFamilies } from './address-families.ts'
import { rangeText } from './atom-range.ts'
import { type Atoms, atomsOf } from './atoms.ts'
import { type Candidate, choosePhrases, gainOf } from './choose-phrases.ts'
import { type Codebook, emptyCodebook } from './codebook.ts'
import type { TextTechnique } from './codec.ts'
import { freeCodes } from './codes.ts'
import { pathPrefixes } from './path-prefixes.ts'
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
}

const finders: Partial<Record<TextTechnique, (text: string, atoms: Atoms) => readonly string[]>> = {
  dictionary: (text, atoms) => repeatedPhrases(text, atoms).map(range => rangeText(text, atoms, range)),
  paths: pathPrefixes,
  addresses: addressFamilies,
  blocks: repeatedBlocks,
}

const workspaceCode = '$WS'

/** How often entries that turn out to be used too little are dropped, which frees places for others. */
const rounds = 3

/** The base and whatever is worth adding to it; the base itself where nothing is. */
export function bookFor(whole: string, settings: BookSettings): Codebook {
  const { counter, techniques, legendLine, workspace = '', base = emptyCodebook } = settings
  const codes = freeCodes(whole, Object.keys(base.entries))
  const text = sampleOf(whole)
  const atoms = atomsOf(text)
  const root = techniques.has('paths') ? workspace.replace(/[/\\]$/, '') : ''
  const found = [...techniques].flatMap(technique => finders[technique]?.(text, atoms) ?? [])
  const phrases = [root, ...found.filter(phrase => isTelling(phrase) && !isFolder(phrase, root))]
  const taken = Object.values(base.entries)
  let chosen = choosePhrases(text, atoms, phrases, { counter, codes, legendLine, taken })
  for (let round = 0; round < rounds && chosen.length > 0; round += 1) {
    const book = withCodes(base, chosen, codes, root)
    const { uses } = substitute(text, book, atoms)
    const used = Object.entries(book.entries).map(([code, phrase], at) => ({
      code,
      phrase,
      uses: uses[at] ?? 0,
    }))
    const worth = used
      .flatMap(({ code, phrase, uses }) => {
        const candidate = chosen.find(({ phrase: other }) => other === phrase)
        return candidate !== undefined && gainOf(candidate, uses, counter.count(code)) > 0
          ? [{ candidate, uses }]
          : []
      })
      .sort((one, two) => two.uses - one.uses)
    const isSettled = worth.length === chosen.length && round > 0
    chosen = worth.map(({ candidate }) => candidate)
    if (isSettled) break
  }
  return withCodes(base, chosen, codes, root)
}

/** Marks alone, or the beginning of a fence, are the structure that a reader goes by: they stay. */
function isTelling(phrase: string): boolean {
  return /[\p{L}\p{N}]/u.test(phrase) && (phrase.includes('\n') || !/```|~~~/.test(phrase))
}

function isFolder(phrase: string, root: string): boolean {
  return phrase === `${root}/` || phrase === `${root}\\`
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
