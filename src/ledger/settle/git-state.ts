/** The current state of the repository, as far as the calls show: the latest statement counts, and files edited since are not committed. */
import { isSameWorktree } from '../../scan/actions/is-other-worktree.ts'
import { isAbsolute } from '../../scan/actions/shell/join-path.ts'
import { saysUndone } from '../../scan/says-undone.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import type { OtherBranch } from './branch-line.ts'
import type { EditOutcomeOf } from './edit-outcomes.ts'
import type { FileOperations } from './file-rows.ts'
import { mainRepository, placeOf } from './main-repository.ts'
import { Repository } from './repository.ts'
import { rowOf } from './row-of.ts'
import type { Worktrees } from './worktrees.ts'

interface GitState {
  readonly rows: readonly Row[]
  /** What became of an edit. */
  readonly editOutcomeOf: EditOutcomeOf
  /** Commits of all that was changed, in order. */
  readonly wholeCommits: readonly Fact[]
  readonly otherBranch: OtherBranch
  /** Those of files that are in no other worktree, with those that subagents reported, in order. */
  readonly changes: readonly Fact[]
  /** What put other code in place on the current branch, in order. */
  readonly rewrites: readonly Fact[]
}

/** Facts in order. */
interface GitInput {
  readonly git: readonly Fact[]
  readonly commands: readonly Fact[]
  /** The certain changes of files. */
  readonly changes: readonly Fact[]
  /** The changes of files that subagents reported. */
  readonly reported: readonly Fact[]
  /** What each fact of a file did. */
  readonly operations: FileOperations
  readonly trees: Worktrees
  readonly talk: readonly Fact[]
}

export function gitState(input: GitInput): GitState {
  const { commands, changes, reported, operations, trees, talk } = input
  const created = input.git.filter(isCreated)
  const git = created.length === 0 ? input.git : input.git.filter(fact => !isCreated(fact))
  const { root, isOwn, name } = mainRepository(git, changes, trees)
  // With several repositories, only statements with a known directory count.
  const isHere = (fact: Fact): boolean => {
    const place = placeOf(fact, trees)
    return place === undefined ? name === undefined || fact.source === undefined : isOwn(place)
  }
  const own = git.filter(isHere)
  const state = new Repository(name, operations)
  const edits = changes.filter(({ about }) =>
    isAbsolute(about) || trees.treeOf(about) !== undefined ? isOwn(about) : name === undefined,
  )
  const main = root === undefined ? undefined : trees.treeOf(root)
  const otherTree = (path: string | undefined): string | undefined => {
    const tree = trees.treeOf(path)
    return tree === main ? undefined : tree
  }
  const undoing = undoneSince(talk)
  for (const fact of [...own, ...edits, ...reported, ...undoing.keys()].sort(byTurn)) {
    const since = undoing.get(fact)
    if (since === undefined) state.read(fact)
    else state.takeBackSince(fact, since)
  }
  const otherBranch: OtherBranch = fact => {
    const tree = otherTree(fact.whole)
    if (tree !== undefined) return trees.branchOf(tree)
    // A session may work in another worktree than the one that its host calls home.
    const { branch: _, ...here } = fact
    return state.line.otherOf(isWithin(root, fact) ? here : fact)
  }
  // One in a temporary directory leaves no fact of git.
  const hasOtherCommit =
    git.some(fact => fact.kind === 'committed' && !isHere(fact)) || commands.some(hasCommitted)
  const rows = state.rows({ git, talk, isUsed: commands.some(usesGit), hasOtherCommit })
  return {
    rows: withEarlier([...rows, ...createdRows(created, rows)], input.git),
    editOutcomeOf: edit => state.outcomes.of(edit),
    wholeCommits: state.wholeCommits,
    otherBranch,
    changes: [...changes, ...reported].sort(byTurn).filter(({ about }) => otherTree(about) === undefined),
    rewrites: rewritesIn(own).filter(fact => otherBranch(fact) === undefined),
  }
}

/** Whether a check ran in the worktree `root`, where that of the host is another. */
function isWithin(root: string | undefined, { branch, whole }: Fact): boolean {
  return branch === '' && root !== undefined && whole !== undefined && isSameWorktree(root, whole)
}

function isCreated({ about }: Fact): boolean {
  return about === 'created'
}

/** What was created in a tracker or on a host, each once; without the pull request that is a row of its own. */
function createdRows(facts: readonly Fact[], git: readonly Row[]): readonly Row[] {
  const request = git.find(({ key }) => key === 'pull request')?.value ?? ''
  const things = Map.groupBy(facts, ({ text = '' }) => text.split(' ', 1)[0] as string)
  return Array.from(things, ([name, own]) => {
    const value = own.at(-1)?.text ?? ''
    // A printed ledger names one message only.
    const last = own.slice(-1)
    return isRequest(name, request) ? [] : rowOf({ section: 'git', key: 'created', state: '', value }, last)
  }).flat()
}

/** `request`: `#12 Title (OPEN)`, `https://…/pull/12 created` */
function isRequest(name: string, request: string): boolean {
  const address = /^https?:\/\/[^\s,]{1,300}/.exec(request)?.[0]
  if (address !== undefined) return address === name
  const number = /\/(?:pull|merge_requests)\/(\d{1,9})$/.exec(name)?.[1]
  return number !== undefined && /[#/](\d{1,9})(?= |,|$)/.exec(request)?.[1] === number
}

/** Messages in which the user says that they took back the last edits, each with the number of the one before. */
function undoneSince(talk: readonly Fact[]): ReadonlyMap<Fact, number> {
  const typed = talk.filter(({ kind }) => kind === 'typed')
  return new Map(
    typed.flatMap((fact, at) => (saysUndone(fact.about) ? [[fact, typed[at - 1]?.turn ?? -1]] : [])),
  )
}

const versionControl = /(?<![\w./-])(?:git|gh|glab|hg|jj|svn)(?![\w.-])/

function usesGit({ about }: Fact): boolean {
  return versionControl.test(about)
}

/** `[main 1a2b3c4] Mend it` */
const commitLine = /^\[[^\]\n]{1,120} [0-9a-f]{7,40}\] /m

function hasCommitted({ text = '' }: Fact): boolean {
  return commitLine.test(text)
}

/** Without what was aborted. `git`: in order. */
function rewritesIn(git: readonly Fact[]): readonly Fact[] {
  const rewrites: Fact[] = []
  /** How many of them are over. */
  let finished = 0
  for (const fact of git) {
    const { about, kind, text } = fact
    if (about === 'code' && kind === 'restored') rewrites.length = finished
    else if (about === 'code') rewrites.push(fact)
    const isOver =
      about === 'code' ? kind === 'changed' : about === 'under way' && kind === 'shown' && text === ''
    if (isOver) finished = rewrites.length
  }
  return rewrites
}

/** `rows`, and what else is known of the repository. */
function withEarlier(rows: readonly Row[], git: readonly Fact[]): readonly Row[] {
  const shown = new Set(rows.flatMap(({ facts }) => facts))
  const rest = git.filter(fact => !shown.has(fact))
  if (rest.length === 0) return rows
  return [...rows, rowOf({ section: 'git', key: 'earlier', state: 'hidden', value: '' }, rest)]
}
