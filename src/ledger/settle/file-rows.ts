/** Files: what was done to each, what that changed, and when. */
import type { FileOperationKind } from '../../scan/actions/file-operations.ts'
import { endingsOf, namedByEnd, pathResolver } from '../../scan/actions/path-resolver.ts'
import { matchesPattern } from '../../scan/actions/shell/edited-patterns.ts'
import { directoriesAbove, fileName } from '../../scan/actions/shell/join-path.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import { movedTo, takenBack } from '../facts/file-facts.ts'
import { bySubagent } from '../facts/subagent-facts.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import type { OtherBranch } from './branch-line.ts'
import type { EditOutcomeOf } from './edit-outcomes.ts'
import { firstIndex } from './file-changes-since.ts'
import { foldedEdits } from './folded-edits.ts'
import { inOrder, rowOf } from './row-of.ts'
import { Worktrees } from './worktrees.ts'

const maxChanges = 8
const more = '…'
/** For a file whose edits were all undone. */
const changedBack = 'changed back'
const takenBackByUser = 'taken back by the user'

/** Whether a file is again as it was. */
export function isAsBefore({ value }: Pick<Row, 'value'>): boolean {
  return value === changedBack || value === takenBack || value === takenBackByUser
}

/** What git made of the edits. */
interface Commits {
  readonly editOutcomeOf: EditOutcomeOf
  /** Commits of all that was changed, in order. */
  readonly wholeCommits: readonly Fact[]
  readonly otherBranch: OtherBranch
  readonly trees: Worktrees
}

export type FileOperations = ReadonlyMap<Fact, FileOperationKind>

/** `operations`: what each of the facts did. */
export function fileRows(all: readonly Fact[], operations: FileOperations, git: Commits): readonly Row[] {
  const facts = all.filter(({ isPattern }) => isPattern !== true)
  const patterns = all.filter(({ isPattern }) => isPattern === true)
  const files = Map.groupBy(facts, fileNamer(facts, git.trees))
  const again = madeAgain(files)
  const perhapsOf = unclearChanges(files, operations, git.trees)
  const rows = inOrder(
    Array.from(files, ([key, named]) => {
      const own = withPatterns(key, named, patterns)
      const states = statesOf(own, operations)
      const state = again.has(key) ? 'hidden' : [...states, ...perhapsOf(key, own, states)].join(', ')
      const left = own.filter(fact => git.editOutcomeOf(fact)?.how !== 'taken back')
      const { names, isChangedBack, ...edits } = foldedEdits(left)
      const isTakenBack = left.length < own.length && !left.some(isEdit)
      const value = isTakenBack ? howTakenBack(own, git) : isChangedBack ? changedBack : latestOf(names)
      return {
        ...rowOf({ section: 'files', key, state, value }, own),
        ...edits,
        ...commitOf(left, git),
        ...openEditsOf(left, git),
      }
    }),
  )
  if (patterns.length === 0) return rows
  return [...rows, rowOf({ section: 'files', key: 'patterns', state: 'hidden', value: '' }, patterns)]
}

/** Directories that were removed and have files again. */
function madeAgain(files: ReadonlyMap<string, readonly Fact[]>): ReadonlySet<string> {
  const removed = new Map<string, Fact>()
  for (const [path, facts] of files) {
    const last = facts.at(-1)
    if (last?.kind === 'deleted') removed.set(path, last)
  }
  const again = new Set<string>()
  for (const [path, facts] of removed.size === 0 ? [] : files) {
    const made = facts.findLast(fact => fact.kind !== 'deleted' && isEdit(fact))
    if (made === undefined) continue
    for (const directory of directoriesAbove(path)) {
      const gone = removed.get(directory)
      if (gone !== undefined && byTurn(gone, made) < 0) again.add(directory)
    }
  }
  return again
}

/** The last word on it counts. */
function howTakenBack(facts: readonly Fact[], { editOutcomeOf }: Commits): string {
  const by = facts.flatMap(fact => editOutcomeOf(fact)?.by ?? []).at(-1)
  return by?.section === 'talk' ? takenBackByUser : takenBack
}

function isEdit({ kind, isDoubtful }: Fact): boolean {
  return kind !== 'read' && isDoubtful !== true
}

/** When and where the last of the edits of a file was committed, where all of them were. A printed ledger may say so. */
function commitOf(
  facts: readonly Fact[],
  { editOutcomeOf, wholeCommits, otherBranch }: Commits,
): Pick<Row, 'committedAt' | 'branch'> {
  let last: { readonly committedAt: number; readonly of: Fact } | undefined
  for (const edit of facts) {
    const by = editOutcomeOf(edit)?.by
    if (by === undefined && !isEdit(edit)) continue
    const committedAt = by?.turn ?? edit.committedAt
    if (committedAt === undefined) return {}
    if (last === undefined || committedAt >= last.committedAt) last = { committedAt, of: by ?? edit }
  }
  if (last === undefined) return {}
  const perhaps = facts.findLast(({ kind, isDoubtful }) => kind !== 'read' && isDoubtful === true)?.turn ?? -1
  if (perhaps > last.committedAt) {
    // Git tracks the file: what may have been changed in it is in the next commit of everything.
    const commit = wholeCommits[firstIndex(wholeCommits, perhaps)]
    if (commit === undefined) return {}
    last = { committedAt: commit.turn, of: commit }
  }
  const branch = otherBranch(last.of)
  return { committedAt: last.committedAt, ...(branch === undefined ? {} : { branch }) }
}

/** The first edit behind the last one that was committed, where there is one. */
function openEditsOf(facts: readonly Fact[], { editOutcomeOf }: Commits): Pick<Row, 'openSince'> {
  const edits = facts.filter(isEdit)
  const last = edits.findLastIndex(
    edit => editOutcomeOf(edit)?.how === 'committed' || edit.committedAt !== undefined,
  )
  const next = last < 0 ? undefined : edits[last + 1]
  return next === undefined ? {} : { openSince: next.turn }
}

/** The file that a fact is about, however its path is written, and where it is now if its directory was moved since. */
export function fileNamer(facts: readonly Fact[], trees: Worktrees): (fact: Fact) => string {
  const resolver = pathResolver(
    facts.map(({ about }) => about),
    trees.test,
  )
  const resolved = (path: string): string => {
    const found = resolver.resolve(path)
    return typeof found === 'object' ? found.path : path
  }
  const isMove = ({ kind, text, isDoubtful }: Fact): boolean =>
    kind === 'deleted' && isDoubtful !== true && text?.startsWith(movedTo) === true
  /** Those that are there, as far as files in them are known. */
  const directories = new Set<string>()
  const moves = new Map<string, { readonly fact: Fact; readonly to: string }[]>()
  for (const fact of facts.some(isMove) ? facts : []) {
    const from = resolved(fact.about)
    for (const directory of directoriesAbove(from)) directories.add(directory)
    if (!isMove(fact) || !directories.delete(from)) continue
    const target = resolved((fact.text as string).slice(movedTo.length))
    // `mv src/old lib` moves it into `lib` where that is there.
    const to = directories.has(target) ? `${target}/${fileName(from)}` : target
    directories.add(to)
    addToList(moves, from, { fact, to })
  }
  return fact => {
    let path = resolved(fact.about)
    for (let since: Fact | undefined = fact; since !== undefined && moves.size > 0; ) {
      const known: Fact = since
      const [next] = directoriesAbove(path)
        .flatMap(from => {
          const move = moves.get(from)?.find(each => byTurn(known, each.fact) < 0)
          return move === undefined ? [] : [{ ...move, from }]
        })
        .sort((one, other) => byTurn(one.fact, other.fact))
      if (next !== undefined) path = `${next.to}${path.slice(next.from.length)}`
      since = next?.fact
    }
    return path
  }
}

type PerhapsOf = (path: string, facts: readonly Fact[], states: readonly string[]) => readonly string[]

/** What an edit of `a.ts` may have done to `lib/a.ts` and `src/a.ts`: it means one of them, and which is not known. */
function unclearChanges(
  files: ReadonlyMap<string, readonly Fact[]>,
  operations: FileOperations,
  trees: Worktrees,
): PerhapsOf {
  const changed = new Map<string, readonly Fact[]>()
  for (const [path, facts] of files)
    if (!path.startsWith('/')) {
      const changes = facts.filter(({ kind }) => kind !== 'read')
      if (changes.length > 0) changed.set(path, changes)
    }
  if (changed.size === 0) return () => []
  return (path, facts, states) => {
    if (states.at(-1) === 'deleted') return []
    const first = facts[0]?.turn ?? 0
    // A message that names both means two files.
    const named = new Set(facts.map(({ turn }) => turn))
    const unclear = endingsOf(path, trees.test)
      .slice(1)
      .flatMap(ending => changed.get(ending) ?? [])
      .filter(({ turn }) => turn > first && !named.has(turn))
      .map(fact => operations.get(fact) as string)
    return Array.from(new Set(unclear), name => `perhaps ${name}`).filter(
      state => !states.includes(state) && !states.includes(state.slice('perhaps '.length)),
    )
  }
}

/** In a session with many edits by pattern, only the latest are read. */
const maxPatterns = 40

/** The facts of a file, with the later commands whose pattern means it too. */
function withPatterns(path: string, named: readonly Fact[], patterns: readonly Fact[]): readonly Fact[] {
  const meant = patterns.slice(-maxPatterns).filter(({ about, turn }) => {
    const before = named.findLast(fact => fact.turn < turn)
    return before !== undefined && before.kind !== 'deleted' && matchesPattern(path, about)
  })
  return meant.length === 0 ? named : [...named, ...meant].sort(byTurn)
}

/** Writing a file that is known changes it; it does not make it. `git`: what git listed before is known too. */
export function operationsOfFacts(
  facts: readonly Fact[],
  git: readonly Fact[] = [],
  trees: Worktrees = new Worktrees(git),
): FileOperations {
  const known = new Set<string>()
  const gone = new Set<string>()
  const nameOf = fileNamer(
    facts.filter(({ isPattern }) => isPattern !== true),
    trees,
  )
  const wasListed = listedFiles(git)
  return new Map(
    facts.map(fact => {
      const { kind, turn } = fact
      const name = nameOf(fact)
      const isKnown = known.has(name) || (!gone.has(name) && kind === 'wrote' && wasListed(name, turn))
      const operation = kind === 'wrote' ? (isKnown ? 'modified' : 'created') : (kind as FileOperationKind)
      if (operation === 'deleted') {
        known.delete(name)
        gone.add(name)
      } else known.add(name)
      return [fact, operation]
    }),
  )
}

/** Whether git named a file before a message, by its whole path or by one that is the end of it. */
function listedFiles(git: readonly Fact[]): (path: string, turn: number) => boolean {
  const listed = new Map<string, number>()
  for (const { about, kind, text = '', turn } of git)
    if (about === 'uncommitted' && (kind === 'shown' || kind === 'changed'))
      for (const path of text.split('\n')) listed.set(path, Math.min(turn, listed.get(path) ?? turn))
  return (path, turn) => listed.size > 0 && namedByEnd(path, named => (listed.get(named) ?? turn) < turn)
}

/** In the order in which they happened first; what is in doubt only where it is not also certain. */
function statesOf(facts: readonly Fact[], operations: FileOperations): readonly string[] {
  const [only] = facts
  if (only !== undefined && facts.length === 1) {
    const operation = operations.get(only) ?? ''
    return [only.isDoubtful === true ? `perhaps ${operation}` : operation]
  }
  const certain = new Set(facts.flatMap(fact => (fact.isDoubtful ? [] : [operations.get(fact)])))
  const states = facts.flatMap(fact => {
    const operation = operations.get(fact)
    if (operation === undefined) return []
    if (fact.isDoubtful !== true) return [operation]
    return certain.has(operation) ? [] : [`perhaps ${operation}`]
  })
  const distinct = [...new Set(states)]
  // A file that was changed after it was deleted is there.
  const last = facts.findLast(fact => fact.isDoubtful !== true && operations.get(fact) !== 'read')
  const isThere = last !== undefined && operations.get(last) !== 'deleted'
  return isThere && distinct.includes('deleted')
    ? ['deleted', ...distinct.filter(state => state !== 'deleted')]
    : distinct
}

/** As many as are shown; a printed ledger may say of an earlier part that it was changed back. */
function latestOf(names: readonly string[]): string {
  const isAlone = (name: string): boolean => name === changedBack || name === bySubagent
  const all = names.filter(name => name !== more && (!isAlone(name) || names.length === 1))
  const isMore = names.includes(more) || all.length > maxChanges
  const latest = all.slice(-maxChanges)
  return (isMore ? [more, ...latest] : latest).join(', ')
}
