/** One repository, as the facts about it have left it: branch, commits, pushes, what is under way and what is not committed. */
import { isDetached } from '../../scan/actions/git-statement.ts'
import type { Fact, Row } from '../ledger.ts'
import { BranchLine } from './branch-line.ts'
import { CommitHistory } from './commit-history.ts'
import type { EditOutcomes } from './edit-outcomes.ts'
import type { FileOperations } from './file-rows.ts'
import { hasMark, placeMark, withMark } from './main-repository.ts'
import { NoCommit } from './no-commit.ts'
import { PullRequest } from './pull-request.ts'
import { PushState, type Statement } from './push-state.ts'
import { rowOf } from './row-of.ts'
import { Stash } from './stash.ts'
import { UnderWay } from './under-way.ts'
import { filesIn, type ListedFiles, WorkingTree } from './working-tree.ts'

const maxFiles = 20
const rebasing = ' (being rebased)'

interface RowInput {
  /** All that is known of repositories. */
  readonly git: readonly Fact[]
  readonly talk: readonly Fact[]
  /** Whether a command asked for more. */
  readonly isUsed: boolean
  /** Whether a commit was made in another repository. */
  readonly hasOtherCommit: boolean
}

export class Repository {
  readonly #name: string | undefined
  #branch: Fact | undefined
  /** The branch that the last commit was made or shown on, where that is known. */
  #commitBranch: string | undefined
  readonly #commits = new NoCommit()
  readonly #history = new CommitHistory()
  readonly #pushes = new PushState()
  readonly #underWay = new UnderWay()
  readonly #request = new PullRequest()
  readonly #issue = new PullRequest()
  readonly #stash = new Stash()
  readonly line: BranchLine = new BranchLine()
  readonly #tree: WorkingTree

  /** `name`: of its directory, where there are others. */
  constructor(name: string | undefined, operations: FileOperations) {
    this.#name = name
    this.#tree = new WorkingTree(operations)
  }

  get outcomes(): EditOutcomes {
    return this.#tree.outcomes
  }

  get wholeCommits(): readonly Fact[] {
    return this.#tree.wholeCommits
  }

  /** `by`: the user says that they took back what was edited behind a message. */
  takeBackSince(by: Fact, turn: number): void {
    this.#tree.takeBackSince(by, turn)
  }

  /** Facts in order. */
  read(fact: Fact): void {
    if (fact.isDoubtful === true) {
      this.#tree.mayEdit(fact)
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
        if (fact.kind === 'committed') this.#commit(fact)
        else this.#tree.setUncommitted(fact)
        return
      case 'untracked':
        this.#tree.setUntracked(fact)
        return
      case 'branch':
        this.#setBranch(fact)
        return
      case 'last commit':
        this.#setCommit(fact)
        return
      case 'earlier commits':
        this.#history.recall(fact)
        return
      case 'code':
        if (fact.text === 'rebase' && fact.kind !== 'restored') this.#history.forgetEarlier()
        // What is merged is on both branches.
        if (fact.text === 'merge' && fact.kind === 'changed') this.#commitBranch = undefined
        return
      case 'pushed':
        this.#pushes.read(fact, branchIn(this.#branch))
        return
      case 'under way':
        this.#setUnderWay(fact)
        return
      case 'pull request':
        this.#request.read(fact)
        return
      case 'issue':
        this.#issue.read(fact)
        return
      case 'stash':
        this.#stash.read(fact)
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
    const before = branchIn(this.#branch)
    if (before !== branch) {
      // Of a switch and a commit in one call it is not known which came first.
      if (this.#history.last?.turn === fact.turn) this.#commitBranch = undefined
      if (fact.kind === 'created' && this.#commitBranch === before) this.#commitBranch = branch
      this.#pushes.leaveBranch()
      // A branch that was made from the other begins with its commits.
      const isLeft = this.#branch !== undefined || fact.kind === 'switched'
      if (isLeft && fact.kind !== 'created') this.#history.leaveBranch()
    }
    this.line.read(fact, branch)
    this.#branch = fact
  }

  #setCommit(fact: Fact): void {
    switch (fact.kind) {
      case 'changed':
        if (!this.#isCommitElsewhere()) this.#history.rehash(fact)
        return
      case 'replaced':
        this.#history.replaceLast()
        return
      case 'deleted':
      case 'restored':
        if (fact.text === '') {
          this.#history.leaveBranch()
          // Where a hard reset went has been shown.
          if (fact.kind === 'deleted') this.#history.undo(0)
          return
        }
        for (const commit of this.#history.undo(Number(fact.text))) this.#tree.undo(commit, fact)
        return
      case 'committed':
        this.#commit(fact)
        return
      default:
        if (this.#history.isOther(fact)) {
          this.#commits.otherCommit()
          this.#tree.forget()
          this.#history.forgetEarlier()
        }
        this.#history.show(fact)
        this.#setCommitBranch(fact)
    }
  }

  /** A printed ledger does not say on which branch a commit was shown. */
  #setCommitBranch({ source }: Fact): void {
    this.#commitBranch = source === undefined ? undefined : branchIn(this.#branch)
  }

  /** Whether another branch was checked out after the last commit that is known. */
  #isCommitElsewhere(): boolean {
    const [branch, on] = [branchIn(this.#branch), this.#commitBranch]
    return branch !== undefined && on !== undefined && on !== branch && !isDetached(on)
  }

  #lastCommit(): Statement | undefined {
    const found = this.#history.value(this.#underWay.isRebase)
    if (found === undefined || !this.#isCommitElsewhere()) return found
    return { ...found, value: withMark(found.value, ` (on ${this.#commitBranch})`) }
  }

  #commit(fact: Fact): void {
    this.#underWay.commit()
    this.#tree.commit(fact)
    const reverted = this.#history.revertedBy(fact)
    if (reverted !== undefined) this.outcomes.revert(fact, reverted)
    const replaced = this.#history.make(fact)
    if (fact.about === 'last commit') this.#setCommitBranch(fact)
    if (replaced !== undefined) this.outcomes.amend(fact, replaced)
  }

  #setUnderWay(fact: Fact): void {
    const wasRebase = this.#underWay.isRebase
    this.#underWay.read(fact, !this.#tree.hasUncommitted)
    if (this.#underWay.hasConflicts) this.#tree.stop(fact)
    // What a printed ledger says of the last commit has the mark already.
    if (!wasRebase && fact.source !== undefined) this.#history.beginRebase(this.#underWay.isRebase)
  }

  rows({ git, talk, isUsed, hasOtherCommit }: RowInput): readonly Row[] {
    // Files may be edited where there is no repository; those that were there before are perhaps in one.
    if (git.length === 0 && !isUsed && this.#tree.isMade) return []
    const isUnknown = git.every(({ about, source }) => about === 'commits' && source === undefined)
    if (isUnknown) return this.#row('commits', this.#noCommit(hasOtherCommit))
    return [
      this.#row('branch', this.#branchName()),
      this.#row('last commit', this.#lastCommit()),
      rowFor('earlier commits', this.#history.earlier),
      this.#row('commits', this.#noCommit(hasOtherCommit)),
      this.#row('pushed', this.#pushes.value(this.#history, branchIn(this.#branch))),
      rowFor('under way', this.#underWay.value),
      this.#files('uncommitted', this.#tree.uncommitted),
      this.#files('untracked', this.#tree.untracked),
      this.#row('stash', this.#stash.value),
      rowFor('pull request', this.#request.value(talk)),
      rowFor('issue', this.#issue.value(talk)),
    ].flat()
  }

  #noCommit(hasOtherCommit: boolean): Statement | undefined {
    const found = this.#commits.value(hasOtherCommit && this.#name === undefined)
    // Files that were made and deleted again, or that a status no longer lists.
    const isGone = this.#tree.isClean && (this.#tree.isListed || found?.fact.section === 'files')
    return isGone ? undefined : found
  }

  #branchName(): Statement | undefined {
    const fact = this.#branch
    const branch = fact?.text?.replace(rebasing, '') ?? ''
    if (fact === undefined || branch === '') return undefined
    const isRebased = this.#underWay.isRebase && !isDetached(branch)
    return { value: isRebased ? withMark(branch, rebasing) : branch, fact }
  }

  #files(key: string, files: ListedFiles | undefined): readonly Row[] {
    if (files === undefined) return []
    const { paths, unnamed, last } = files
    const shown = paths.slice(-maxFiles)
    const missing = paths.length - shown.length + unnamed
    const more = missing > 0 ? [`… ${missing} more`] : []
    const place = placeMark.exec(last.source === undefined ? (last.text ?? '') : '')?.[0] ?? ''
    const list = paths.length === 0 ? 'none' : [...more, ...shown].join(', ')
    const said = { value: `${list}${place}`, fact: last }
    return place === '' ? this.#row(key, said) : rowFor(key, said)
  }

  /** With its place. */
  #row(key: string, found: Statement | undefined): readonly Row[] {
    return rowFor(
      key,
      found === undefined ? undefined : { ...found, value: this.#placed(found.value, found.fact) },
    )
  }

  /** What a printed ledger said has its place already; a file that was edited is in the repository of its path. */
  #placed(value: string, { whole, section }: Fact): string {
    const hasPlace = this.#name !== undefined && (whole !== undefined || section === 'files')
    return hasPlace ? `${value} (in ${this.#name})` : value
  }
}

function rowFor(key: string, found: Statement | undefined): readonly Row[] {
  if (found === undefined) return []
  const row = rowOf({ section: 'git', key, state: '', value: found.value }, [found.fact])
  // What follows from edits is nothing that the agent said.
  return [found.fact.section === 'files' ? { ...row, by: 'tool' } : row]
}

function branchIn(fact: Fact | undefined): string | undefined {
  return fact?.text?.replace(placeMark, '').replace(rebasing, '')
}
