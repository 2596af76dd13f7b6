/** Finds codes in a text, and the sign that escapes them. */
import { escapeMark } from './codes.ts'

export interface FoundCode {
  readonly at: number
  readonly code: string
}

/** For codes of which none begins another (see `codeProblem`): at most one is at any place. */
export class CodeFinder {
  readonly #sigil: RegExp
  readonly #bySigil = new Map<string, string[]>()

  constructor(codes: readonly string[]) {
    for (const code of [escapeMark, ...codes]) {
      const sigil = code.charAt(0)
      const known = this.#bySigil.get(sigil)
      if (known === undefined) this.#bySigil.set(sigil, [code])
      else known.push(code)
    }
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
