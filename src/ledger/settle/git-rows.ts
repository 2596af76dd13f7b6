/** The current state of the repository, as far as the calls show: the latest statement counts, and files edited since are not committed. */
import { isDetached } from '../../scan/actions/git-statement.ts'
import { isAbsolute } from '../../scan/actions/shell/join-path.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { BranchLine, type OtherBranch } from './branch-line.ts'
import type { EditOutcomeOf, EditOutcomes } from './edit-outcomes.ts'
import type { FileOperations } from './file-rows.ts'
import { mainRepository, placeMark, placeOf } from './main-repository.ts'
import { NoCommit } from './no-commit.ts'
import { PullRequest } from './pull-request.ts'
import { PushState } from './push-state.ts'
import { rowOf } from './row-of.ts'
import { UnderWay } from './under-way.ts'
import { filesIn, type ListedFiles, WorkingTree } from './working-tree.ts'
import type { Worktrees } from './worktrees.ts'

const maxFiles = 20
/** In place of the hash of a commit that was rebased since. */
const rebasedMark = '(rebased)'
const rebasing = ' (being rebased)'
const beforeRebase = ' (before the rebase)'

export interface GitState {
  readonly rows: readonly Row[]
  /** What became of an edit. */
  readonly editOutcomeOf: EditOutcomeOf
  readonly otherBranch: OtherBranch
  /** Those of files that are in no other worktree. */
  readonly changes: readonly Fact[]
}

/** `changes`: of files, that are certain, in order. `operations`: what each fact of a file did. `reported`: by subagents. */
export function gitState(
  git: readonly Fact[],
  changes: readonly Fact[],
  operations: FileOperations,
  trees: Worktrees,
  reported: readonly Fact[],
): GitState {
  const { root, isOwn, name } = mainRepository(git, changes, trees)
  // Of one repository of several, only what says where it ran.
  const own = git.filter(fact => {
    const place = placeOf(fact, trees)
    return place === undefined ? name === undefined || fact.source === undefined : isOwn(place)
  })
  const state = new Repository(name, operations)
  const edits = changes.filter(({ about }) =>
    isAbsolute(about) || trees.treeOf(about) !== undefined ? isOwn(about) : name === undefined,
  )
  const here = root === undefined ? undefined : trees.treeOf(root)
  const otherTree = (path: string | undefined): string | undefined => {
    const tree = trees.treeOf(path)
    return tree === here ? undefined : tree
  }
  for (const fact of [...own, ...edits, ...reported].sort(byTurn)) state.read(fact)
  return {
    rows: withEarlier(state.rows(git), git),
    editOutcomeOf: edit => state.outcomes.of(edit),
    otherBranch: fact => {
      const tree = otherTree(fact.whole)
      return tree === undefined ? state.line.otherOf(fact) : trees.branchOf(tree)
    },
    changes: changes.filter(({ about }) => otherTree(about) === undefined),
  }
}

/** `rows`, and what else is known of the repository. */
function withEarlier(rows: readonly Row[], git: readonly Fact[]): readonly Row[] {
  const shown = new Set(rows.flatMap(({ facts }) => facts))
  const rest = git.filter(fact => !shown.has(fact))
  if (rest.length === 0) return rows
  return [...rows, rowOf({ section: 'git', key: 'earlier', state: 'hidden', value: '' }, rest)]
}

class Repository {
  readonly #name: string | undefined
  readonly #latest = new Map<string, Fact>()
  readonly #commits = new NoCommit()
  readonly #pushes = new PushState()
  readonly #underWay = new UnderWay()
  readonly #request = new PullRequest()
  readonly line = new BranchLine()
  readonly #tree: WorkingTree
  /** Hash and subject; the hash as it is now. */
  #commit = ''
  #rehashed: Fact | undefined
  /** The commits that were made and are still there, in order. */
  readonly #history: Fact[] = []
  /** The commits that were made, by their subject. */
  readonly #made = new Map<string, Fact>()
  /** A rebase stopped since the last commit that is known: HEAD is at another. */
  #isBeforeRebase = false

  /** `name`: of its directory, where there are others. */
  constructor(name: string | undefined, operations: FileOperations) {
    this.#name = name
    this.#tree = new WorkingTree(operations)
  }

  get outcomes(): EditOutcomes {
    return this.#tree.outcomes
  }

  read(fact: Fact): void {
    if (fact.isDoubtful === true) {
      this.outcomes.edit(fact)
      return
    }
    this.#commits.read(fact)
    if (fact.section === 'files') {
      this.#tree.edit(fact)
      return
    }
    switch (fact.about) {
      case 'uncommitted':
        if (fact.kind === 'staged') this.#underWay.stage(filesIn(fact))
        if (fact.kind === 'committed') {
          this.#underWay.commit()
          this.#history.push(fact)
        }
        this.#tree.setUncommitted(fact)
        return
      case 'untracked':
        this.#tree.setUntracked(fact)
        return
      case 'branch':
        this.#setBranch(fact)
        return
      case 'last commit':
        if (fact.kind === 'changed') this.#rehash(fact)
        else if (fact.kind === 'deleted' || fact.kind === 'restored') this.#undo(fact)
        else this.#setCommit(fact)
        return
      case 'pushed':
        this.#pushes.read(fact)
        return
      case 'under way':
        this.#setUnderWay(fact)
        return
      case 'pull request':
        this.#request.read(fact)
        return
      default:
    }
  }

  #setBranch(fact: Fact): void {
    const branch = branchIn(fact) ?? ''
    // A rebase leaves the branch that it is of until it is over.
    if (isDetached(branch) && this.#underWay.isRebase) return
    const isRebased = fact.kind === 'changed' || hasMark(fact, rebasing)
    if (!isRebased && !isDetached(branch)) this.#underWay.isOnBranch()
    if (branchIn(this.#latest.get('branch')) !== branch) {
      this.#pushes.leaveBranch()
      // What is undone from here on are commits of this branch; one that was made from the other begins with its commits.
      if (fact.kind !== 'created') this.#history.length = 0
    }
    this.line.read(fact, branch)
    this.#latest.set(fact.about, fact)
  }

  #setCommit(fact: Fact): void {
    const { text = '', kind } = fact
    if (kind === 'committed') {
      this.#underWay.commit()
      this.#tree.commit(fact)
      this.#setMade(fact)
    } else if (kind === 'shown' && this.#isOtherCommit(fact)) {
      this.#commits.otherCommit()
      this.#tree.forget()
    }
    this.#isBeforeRebase = hasMark(fact, beforeRebase)
    this.#commit = this.#isBeforeRebase ? text.replace(beforeRebase, '') : text
    this.#rehashed = undefined
    this.#latest.set(fact.about, fact)
  }

  #setMade(fact: Fact): void {
    const subject = subjectIn(fact)
    const reverted = this.#made.get(revertedSubject.exec(subject)?.[1] ?? '')
    if (reverted !== undefined) this.outcomes.revert(fact, reverted)
    this.#made.set(subject, fact)
    this.#history.push(fact)
  }

  /** The last commit is then the one before, where that is known. */
  #undo(fact: Fact): void {
    for (let left = Number(fact.text); left > 0; left -= 1) {
      const commit = this.#history.pop()
      if (commit !== undefined) this.#tree.undo(commit, fact)
    }
    const before = this.#history.at(-1)
    const isKnown = before?.about === 'last commit'
    this.#commit = isKnown ? (before.text ?? '') : ''
    this.#rehashed = undefined
    if (isKnown) this.#latest.set('last commit', before)
    else this.#latest.delete('last commit')
  }

  #setUnderWay(fact: Fact): void {
    const wasRebase = this.#underWay.isRebase
    this.#underWay.read(fact, !this.#tree.hasUncommitted)
    // What a rendering says of the last commit has the mark already.
    if (!wasRebase && fact.source !== undefined) this.#isBeforeRebase = this.#underWay.isRebase
  }

  #isOtherCommit({ text = '' }: Fact): boolean {
    const [known = '', now = ''] = [this.#commit, text].map(commit => commit.split(' ', 1)[0])
    const isHash = known !== '' && known !== rebasedMark && now !== ''
    return isHash && !known.startsWith(now) && !now.startsWith(known)
  }

  /** A rebase makes the last commit anew; a push shows its hash. */
  #rehash(fact: Fact): void {
    const [hash = '', ...subject] = this.#commit.split(' ')
    const isKnown = fact.text !== '' && hash !== rebasedMark
    if (this.#commit === '' || isKnown) return
    this.#commit = [fact.text === '' ? rebasedMark : fact.text, ...subject].join(' ')
    this.#rehashed = fact
  }

  rows(git: readonly Fact[]): readonly Row[] {
    // Files may be edited where there is no repository.
    if (git.every(({ about, source }) => about === 'commits' && source === undefined)) return this.#noCommit()
    return [
      this.#branch(),
      this.#lastCommit(),
      this.#noCommit(),
      this.#pushed(),
      rowFor('under way', this.#underWay.value),
      this.#files('uncommitted', this.#tree.uncommitted),
      this.#files('untracked', this.#tree.untracked),
      rowFor('pull request', this.#request.value),
    ].flat()
  }

  #noCommit(): readonly Row[] {
    const found = this.#commits.value
    // Files that were made and deleted again, or that a status no longer lists.
    const isGone = this.#tree.isClean && (this.#tree.isListed || found?.fact.section === 'files')
    if (found === undefined || isGone) return []
    return [gitRow('commits', this.#placed(found.value, found.fact), found.fact)]
  }

  #branch(): readonly Row[] {
    const fact = this.#latest.get('branch')
    const branch = fact?.text?.replace(rebasing, '') ?? ''
    if (fact === undefined || branch === '') return []
    const value = this.#underWay.isRebase && !isDetached(branch) ? withMark(branch, rebasing) : branch
    return [gitRow('branch', this.#placed(value, fact), fact)]
  }

  /** What a rendering said has its place already; a file that was edited is in the repository of its path. */
  #placed(value: string, { whole, section }: Fact): string {
    const hasPlace = this.#name !== undefined && (whole !== undefined || section === 'files')
    return hasPlace ? `${value} (in ${this.#name})` : value
  }

  #lastCommit(): readonly Row[] {
    const fact = this.#rehashed ?? this.#latest.get('last commit')
    if (fact === undefined || this.#commit === '') return []
    const isElsewhere = this.#isBeforeRebase && this.#underWay.isRebase
    const value = isElsewhere ? withMark(this.#commit, beforeRebase) : this.#commit
    return [gitRow('last commit', this.#placed(value, fact), fact)]
  }

  #pushed(): readonly Row[] {
    const hash = this.#commit.split(' ', 1)[0] as string
    const found = this.#pushes.value(this.#latest.get('last commit'), hash)
    return found === undefined ? [] : [gitRow('pushed', this.#placed(found.value, found.fact), found.fact)]
  }

  #files(key: string, files: ListedFiles | undefined): readonly Row[] {
    if (files === undefined) return []
    const { paths, unnamed, last } = files
    const shown = paths.slice(-maxFiles)
    const missing = paths.length - shown.length + unnamed
    const more = missing > 0 ? [`… ${missing} more`] : []
    const place = placeMark.exec(last.source === undefined ? (last.text ?? '') : '')?.[0] ?? ''
    const list = paths.length === 0 ? 'none' : [...more, ...shown].join(', ')
    return [gitRow(key, place === '' ? this.#placed(list, last) : `${list}${place}`, last)]
  }
}

/** `1a2b3c4 Revert "Mend it"` */
const revertedSubject = /^Revert "(.{1,300})"$/

function subjectIn({ text = '' }: Fact): string {
  return text.slice(text.indexOf(' ') + 1)
}

function rowFor(
  key: string,
  found: { readonly value: string; readonly fact: Fact } | undefined,
): readonly Row[] {
  return found === undefined ? [] : [gitRow(key, found.value, found.fact)]
}

function gitRow(key: string, value: string, fact: Fact): Row {
  const row = rowOf({ section: 'git', key, state: '', value }, [fact])
  // What follows from edits is nothing that the agent said.
  return fact.section === 'files' ? { ...row, by: 'tool' } : row
}

function branchIn(fact: Fact | undefined): string | undefined {
  return fact?.text?.replace(placeMark, '').replace(rebasing, '')
}

/** Whether a rendering said so, before the place. */
function hasMark({ text = '', source }: Fact, mark: string): boolean {
  return source === undefined && text.replace(placeMark, '').endsWith(mark)
}

function withMark(text: string, mark: string): string {
  const place = placeMark.exec(text)?.[0] ?? ''
  return `${text.slice(0, text.length - place.length)}${mark}${place}`
}
