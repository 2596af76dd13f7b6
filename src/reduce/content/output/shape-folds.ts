/** Lines that recur with other values: each shape is one fold, whose statement counts the ones that are not shown. */
import type { PieceValue } from '../content.ts'
import type { Severity } from '../severity.ts'
import type { Fold } from './fold.ts'
import { lineTemplate, strictTemplate } from './line-template.ts'

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

  /** The fold of a line whose reader knows no more of it than how bad it is. */
  ofLine(line: string, severity: Severity | undefined): Fold {
    if (severity === undefined) return this.of(lineTemplate(line), 'plain')
    return this.of(strictTemplate(line), 'key')
  }
}
