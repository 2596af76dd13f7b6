/** What all edits of a file together changed: an edit of the same place takes the place of an earlier one. */
import type { TextReplacement } from '../../scan/actions/edit-lines.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { boundedLines, maxLines } from '../facts/changed-lines.ts'
import { maxChanges } from '../facts/file-changes.ts'
import type { Fact, Row, SymbolChange } from '../ledger.ts'
import { undoneEdits } from './undone-edits.ts'

/** What is left of the edits of a file. */
interface EditedFile extends Pick<Row, 'changes' | 'lines'> {
  /** The latest names, each once; what was removed later is named as removed. */
  readonly names: readonly string[]
  /** Nothing is left of any of them. */
  readonly isChangedBack: boolean
}

/** `facts`: of one file, in order. Definitions and lines of what may not have happened are left out. */
export function foldedEdits(facts: readonly Fact[]): EditedFile {
  const all = facts.filter(({ kind }) => kind !== 'read')
  const edits = all.filter(({ isDoubtful }) => isDoubtful !== true)
  const undone = undoneEdits(edits)
  const renames = lastRenames(edits)
  const changes = foldedChanges(edits, undone, renames)
  const lines = foldedLines(edits)
  return {
    names: foldedNames(facts, undone, renames),
    isChangedBack: all.length > 0 && undone.size === all.length,
    ...(changes.length === 0 ? {} : { changes }),
    ...(lines.length === 0 ? {} : { lines }),
  }
}

/** Most replacements of one file that are followed, the latest first. */
const maxRenames = 16

/** The edits that replace texts everywhere, with what they replace. */
function lastRenames(edits: readonly Fact[]): ReadonlyMap<Fact, readonly TextReplacement[]> {
  const renaming = edits.filter(({ replacements = [] }) => replacements.length > 0).slice(-maxRenames)
  return new Map(renaming.map(edit => [edit, (edit.replacements ?? []).slice(-maxRenames)]))
}

type Renames = ReturnType<typeof lastRenames>

const maxRenamedLength = 200

function renamed(text: string, replacements: readonly TextReplacement[]): string {
  let said = text
  for (const { from, to } of replacements)
    if (said.includes(from))
      said = graphemeCut(
        said.replaceAll(from, () => to),
        maxRenamedLength,
      )
  return said
}

/** For texts that differ in one word, only that word. */
function replacedWords(replacements: readonly TextReplacement[]): readonly TextReplacement[] {
  return replacements.flatMap(({ from, to }) => {
    const [before, after] = [from.split(/\W+/), to.split(/\W+/)]
    const changed = before.flatMap((word, at) =>
      word === after[at] ? [] : [{ from: word, to: after[at] ?? '' }],
    )
    return before.length === after.length && changed.length === 1 ? changed : []
  })
}

interface FoldedChange {
  readonly change: SymbolChange
  /** Whether nothing is left of each edit that it comes from. */
  readonly isUndone: boolean
}

function foldedChanges(
  edits: readonly Fact[],
  undone: ReadonlyMap<Fact, Fact>,
  renames: Renames,
): readonly SymbolChange[] {
  let folded = new Map<string, FoldedChange>()
  for (const edit of edits) {
    const { kind, changes = [] } = edit
    if (kind === 'deleted') folded.clear()
    if (kind === 'wrote') folded = stillIn(folded, changes)
    const replacements = renames.get(edit)
    if (replacements !== undefined) folded = renamedChanges(folded, replacements)
    for (const change of changes) {
      const { change: before, isUndone = true } = folded.get(change.name) ?? {}
      folded.delete(change.name)
      if (before?.how === 'added' && change.how === 'removed') continue
      const how = before?.how === 'added' ? 'added' : before?.how === 'removed' ? 'changed' : change.how
      folded.set(change.name, {
        change: { ...change, how: change.how === 'removed' ? 'removed' : how },
        isUndone: isUndone && undone.has(edit),
      })
    }
  }
  return Array.from(folded.values(), ({ change, isUndone }) => (isUndone ? [] : [change])).flat()
}

/** A file that is written whole has no other definitions, where it is known which it has. */
function stillIn(
  folded: Map<string, FoldedChange>,
  written: readonly SymbolChange[],
): Map<string, FoldedChange> {
  if (written.length === 0 || written.length >= maxChanges) return folded
  const names = new Set(written.map(({ name }) => name))
  return new Map([...folded].filter(([name, { change }]) => change.how === 'removed' || names.has(name)))
}

/** What is there by its new name. */
function renamedChanges(
  folded: Map<string, FoldedChange>,
  replacements: readonly TextReplacement[],
): Map<string, FoldedChange> {
  let isNamedAnew = false
  for (const [key, { change, isUndone }] of folded) {
    if (change.how === 'removed') continue
    const signature = renamed(change.signature, replacements)
    // `func (e *Old)` → `func (e *New)` makes `Old.read` to `New.read`.
    const ofName =
      signature === change.signature ? replacements : [...replacements, ...replacedWords(replacements)]
    const name = renamed(change.name, ofName)
    if (name === key && signature === change.signature) continue
    folded.set(key, { change: { ...change, name, signature }, isUndone })
    isNamedAnew ||= name !== key
  }
  return isNamedAnew ? new Map(Array.from(folded.values(), one => [one.change.name, one])) : folded
}

function foldedNames(
  facts: readonly Fact[],
  undone: ReadonlyMap<Fact, Fact>,
  renames: Renames,
): readonly string[] {
  let names = new Map<string, string>()
  for (const fact of facts) {
    if (undone.has(fact)) continue
    const replacements = renames.get(fact)
    if (replacements?.some(({ from }) => names.keys().some(name => name.includes(from))) === true)
      names = new Map(
        Array.from(names, ([bare, name]) => {
          const now = name === bare ? renamed(name, replacements) : name
          return [name === bare ? now : bare, now]
        }),
      )
    for (const name of fact.text?.split(', ') ?? []) {
      const bare = name.replace(/^removed /, '')
      names.delete(bare)
      names.set(bare, name)
    }
  }
  return [...names.values()]
}

/** A line that one edit adds and a later one removes is in neither; a whole write starts over. */
function foldedLines(edits: readonly Fact[]): readonly string[] {
  const added = new Map<string, EditedLine>()
  const removed = new Map<string, EditedLine>()
  for (const [edit, { kind, lines = [] }] of edits.entries()) {
    if (kind === 'wrote' || kind === 'deleted') {
      added.clear()
      removed.clear()
    }
    for (const line of lines) {
      const [own, other] = line.startsWith('+') ? [added, removed] : [removed, added]
      const text = line.slice(1)
      if (other.delete(text)) continue
      own.delete(text)
      own.set(text, { line, edit })
    }
  }
  return boundedLines([...latestFirst(added), ...latestFirst(removed)])
}

interface EditedLine {
  readonly line: string
  /** The number of the edit that brought it. */
  readonly edit: number
}

/** As many lines as may be shown: latest edits first, each in its order. `lines`: ascending by edit. */
function latestFirst(lines: ReadonlyMap<string, EditedLine>): readonly string[] {
  const all = [...lines.values()]
  const latest: string[] = []
  for (let end = all.length; end > 0 && latest.length < maxLines; ) {
    let first = end - 1
    while (first > 0 && all[first - 1]?.edit === all[end - 1]?.edit) first -= 1
    for (let at = first; at < end; at += 1) latest.push((all[at] as EditedLine).line)
    end = first
  }
  return latest
}
