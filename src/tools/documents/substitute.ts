/** Replaces phrases by codes and back, in one pass each way; output is never read again. */
import { addToList } from '../../tokens/add-to-list.ts'
import type { Codebook } from './codebook.ts'
import { corruptEncoding } from './codec.ts'
import { escapeMark } from './codes.ts'
import { type Atoms, atomsOf } from './document-atoms.ts'
import { PhraseIndex } from './phrase-index.ts'
import { TextParts } from './text-parts.ts'

interface Substituted {
  readonly text: string
  /** How often each phrase of the book was replaced, in the order of its entries. */
  readonly uses: readonly number[]
}

/** Replaces the longest of the phrases that begin first; codes that the text contains are escaped. */
export function substitute(text: string, { entries }: Codebook, atoms: Atoms = atomsOf(text)): Substituted {
  const codes = Object.keys(entries)
  const finder = new CodeFinder(codes)
  const phrases = new PhraseIndex(Object.values(entries))
  const uses = codes.map(() => 0)
  const parts: string[] = []
  let from = 0
  for (let atom = 0; atom < atoms.count; ) {
    const found = phrases.at(text, atoms, atom)[0]
    if (found === undefined) {
      atom += 1
      continue
    }
    parts.push(escaped(text.slice(from, atoms.starts[atom]), finder), codes[found.phrase] as string)
    uses[found.phrase] = (uses[found.phrase] as number) + 1
    from = atoms.ends[found.after - 1] as number
    atom = found.after
  }
  parts.push(escaped(text.slice(from), finder))
  return { text: parts.join(''), uses }
}

/** The first character of a code occurs nowhere else in any code, so text next to an inserted code cannot form another one. */
function escaped(text: string, finder: CodeFinder): string {
  const parts: string[] = []
  let from = 0
  for (let found = finder.next(text, 0); found !== undefined; found = finder.next(text, from)) {
    parts.push(text.slice(from, found.at), escapeMark, found.code)
    from = found.at + found.code.length
  }
  return from === 0 ? text : parts.join('') + text.slice(from)
}

/** The inverse. Throws `corrupt` if an escape precedes something that needs none. */
export function resolve(text: string, { entries }: Codebook): string {
  const finder = new CodeFinder(Object.keys(entries))
  const parts = new TextParts()
  let from = 0
  for (let found = finder.next(text, 0); found !== undefined; found = finder.next(text, from)) {
    parts.add(text.slice(from, found.at))
    from = found.at + found.code.length
    if (found.code !== escapeMark) {
      parts.add(entries[found.code] as string)
      continue
    }
    const literal = finder.codeAt(text, from)
    if (literal === undefined) throw corruptEncoding(`${escapeMark} is before no code`)
    parts.add(literal)
    from += literal.length
  }
  parts.add(text.slice(from))
  return parts.join()
}

/** A code in a text, or the escape sign. */
interface FoundCode {
  readonly at: number
  readonly code: string
}

/** For codes none of which begins another (see `codeProblem`): at most one is at any position. */
export class CodeFinder {
  readonly #sigil: RegExp
  readonly #bySigil = new Map<string, string[]>()

  constructor(codes: readonly string[]) {
    for (const code of [escapeMark, ...codes]) addToList(this.#bySigil, code.charAt(0), code)
    const units = [...this.#bySigil.keys()].map(
      sigil => `\\u${sigil.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    this.#sigil = new RegExp(`[${units.join('')}]`, 'g')
  }

  /** The first code at or after `from`. */
  next(text: string, from: number): FoundCode | undefined {
    this.#sigil.lastIndex = from
    for (let found = this.#sigil.exec(text); found !== null; found = this.#sigil.exec(text)) {
      const code = this.codeAt(text, found.index)
      if (code !== undefined) return { at: found.index, code }
    }
    return undefined
  }

  codeAt(text: string, at: number): string | undefined {
    return this.#bySigil.get(text.charAt(at))?.find(code => text.startsWith(code, at))
  }
}
