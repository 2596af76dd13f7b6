/** Lines that recur with other values: each shape is one fold, whose statement counts the ones that are not shown. */
import type { Fold } from './fold.ts'
import type { PieceValue } from './piece.ts'
import type { Severity } from './severity.ts'

export class ShapeFolds {
  readonly #folds = new Map<string, Fold>()
  readonly #extra: (entries: readonly number[]) => string

  /** `extra` adds to a statement what is true of its lines, by their indexes. */
  constructor(extra: (entries: readonly number[]) => string = () => '') {
    this.#extra = extra
  }

  /** The fold of all lines of one shape. */
  of(shape: string, value: PieceValue): Fold {
    const known = this.#folds.get(shape)
    if (known !== undefined) return known
    const fold: Fold = {
      shown: 1,
      value,
      say: entries => `… ${entries.length} more like this${this.#extra(entries)}`,
    }
    this.#folds.set(shape, fold)
    return fold
  }

  /** The fold of a line of which only the severity is known. */
  ofLine(line: string, severity: Severity | undefined): Fold {
    if (severity === undefined) return this.of(lineTemplate(line), 'plain')
    return this.of(strictTemplate(line), 'key')
  }
}

/** Longer lines are compared by their beginning and their length. */
const maxScanned = 600

const quoted = /"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`/g
const numbered = /\b\w*\d\w*/g
const hexadecimal = /^(?:0x)?[0-9a-f]{6,}$/i
const shortHexadecimal = /^[0-9a-f]{4,5}$/i

/** For lines that may differ in all values. */
export function lineTemplate(line: string): string {
  const look = line.length > maxScanned ? `${line.slice(0, maxScanned)}${line.length}` : line
  const unquoted = /["'`]/.test(look) ? look.replace(quoted, '"') : look
  return unquoted.replace(numbered, withoutNumber)
}

/** For errors, which differ by what they name: only ids and long numbers are left out. */
export function strictTemplate(line: string): string {
  const look = line.length > maxScanned ? `${line.slice(0, maxScanned)}${line.length}` : line
  return look.replace(numbered, word => (isIdentifier(word) || /^\d{4,}$/.test(word) ? '#' : word))
}

function withoutNumber(word: string): string {
  return isIdentifier(word) || shortHexadecimal.test(word) ? '#' : word.replace(/\d+/g, '#')
}

/** `3f2a9c1`, `a1b2c3d4e5`: generated identifiers. */
function isIdentifier(word: string): boolean {
  if (word.length < 6 || word.length > 200) return word.length > 200
  if (hexadecimal.test(word)) return true
  return word.length >= 8 && /\d[A-Za-z]+\d/.test(word)
}
