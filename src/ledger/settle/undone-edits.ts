/** Edits of which nothing is left: later ones took out each line that they put into a file, and put back what they took. */
import { addToList } from '../../tokens/add-to-list.ts'
import { maxLines } from '../facts/changed-lines.ts'
import type { Fact } from '../ledger.ts'

/** Shorter lines, as `return nil`, may be those of another place where an edit does not say what it is in. */
const minLength = 16

/** `edits`: of one file, in order. What is not known line by line is never among them. Each with the first edit that it undoes. Linear. */
export function undoneEdits(edits: readonly Fact[]): ReadonlyMap<Fact, Fact> {
  if (edits.length < 2) return new Map()
  const added = new OpenLines()
  const removed = new OpenLines()
  const left = edits.map(({ lines = [] }) => lines.length)
  /** Edits that undo each other, by the first of them. */
  const chains: number[] = []
  for (const [at, edit] of edits.entries()) {
    chains.push(at)
    if (!isKnown(edit)) continue
    const { changes = [], lines = [] } = edit
    const place = changes.map(({ name }) => name).join()
    const settle = (from: number): void => {
      left[from] = (left[from] as number) - 1
      left[at] = (left[at] as number) - 1
    }
    const undone = new Set<number>()
    for (const line of lines.filter(each => each.startsWith('-'))) {
      const from = added.latest(place, line)
      if (from === undefined) removed.add(place, line, at)
      else {
        added.close(place, line)
        undone.add(chains[from] as number)
        settle(from)
      }
    }
    for (const line of lines.filter(each => each.startsWith('+'))) {
      const from = removed.latest(place, line)
      // A line that is put back elsewhere was moved.
      if (from !== undefined && undone.has(chains[from] as number)) {
        removed.close(place, line)
        settle(from)
      } else added.add(place, line, at)
    }
    if (undone.size > 0) chains[at] = [...undone].reduce((one, other) => Math.min(one, other))
  }
  return new Map(
    edits.flatMap((edit, at) =>
      isKnown(edit) && left[at] === 0 ? [[edit, edits[chains[at] as number] as Fact] as const] : [],
    ),
  )
}

/** For a file that is written whole only signatures are known, and for a long edit only a part. */
function isKnown({ kind, lines = [], replacements }: Fact): boolean {
  return kind === 'modified' && lines.length > 0 && lines.length < maxLines && replacements === undefined
}

/** The numbers of the edits that brought or took a line in a place, the latest last. */
class OpenLines {
  readonly #edits = new Map<string, number[]>()

  add(place: string, line: string, edit: number): void {
    addToList(this.#edits, keyOf(place, line), edit)
  }

  latest(place: string, line: string): number | undefined {
    if (place === '' && line.trim().length <= minLength) return undefined
    return this.#edits.get(keyOf(place, line))?.at(-1)
  }

  close(place: string, line: string): void {
    this.#edits.get(keyOf(place, line))?.pop()
  }
}

/** However the line is indented. */
function keyOf(place: string, line: string): string {
  return `${place}\n${line.slice(1).trim()}`
}
