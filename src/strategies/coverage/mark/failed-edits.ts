/** Files whose last edit failed, and edits that failed again and again. */
import type { Outcome } from '../../../scan/actions/action.ts'
import type { FileHistory } from '../facts/file-history.ts'

interface ChangeIntent {
  readonly type: 'modify' | 'create'
  readonly path: string
}

interface FailedCalls {
  readonly line: number
  readonly count: number
}

export class FailedEdits {
  readonly #history: Pick<FileHistory, 'nameOf' | 'lastChange'>
  readonly #failed = new Set<string>()
  /** Of the calls that failed since the last call that edited the file: how many, and the line of the last one. */
  readonly #calls = new Map<string, FailedCalls>()

  constructor(history: Pick<FileHistory, 'nameOf' | 'lastChange'>) {
    this.#history = history
  }

  /** A rejected edit changes nothing here. */
  add(path: string, outcome: Outcome): void {
    const name = this.#history.nameOf(path)
    if (outcome === 'failed') this.#failed.add(name)
    else if (outcome !== 'rejected') this.#failed.delete(name)
  }

  /** For a call of an editing tool, with its line: that a command changed the file is no reason to try the tool again. */
  addCall({ type, path }: ChangeIntent, outcome: Outcome, line: number): void {
    if (type === 'create' && outcome === 'failed') return
    this.add(path, outcome)
    const name = this.#history.nameOf(path)
    if (outcome === 'failed') this.#calls.set(name, { line, count: (this.#calls.get(name)?.count ?? 0) + 1 })
    else if (outcome !== 'rejected') this.#calls.delete(name)
  }

  /** For each file whose edits failed more than once. */
  get repeated(): readonly FailedCalls[] {
    return [...this.#calls.values()].filter(({ count }) => count > 1)
  }

  /** A failure that was fixed later is not shown, and neither is a reading because of it. */
  isOvercome(path: string | undefined, message: number): boolean {
    const { nameOf, lastChange } = this.#history
    return path !== undefined && this.#failed.has(nameOf(path)) && lastChange(path) > message
  }
}
