/** The worktrees of a repository: directories in which other branches of it are checked out. */
import type { IsTree } from '../../scan/actions/path-resolver.ts'
import { isAbsolute } from '../../scan/actions/shell/join-path.ts'
import type { Fact } from '../ledger.ts'

/** Deeper directories are no worktrees. */
const maxDepth = 40

export class Worktrees {
  /** By how they are named; of those that are named from an unknown directory, the end of their whole path. */
  readonly #names = new Map<string, string>()
  readonly #gone = new Set<string>()
  readonly #branches = new Map<string, string>()

  /** `git`: in order. */
  constructor(git: readonly Fact[]) {
    for (const { about, kind, text = '' } of git) {
      if (about !== 'worktree') continue
      const end = text.replace(/^(?:\.\.?\/){1,40}/, '')
      this.#names.set(text, text)
      if (!isAbsolute(text)) this.#names.set(end, text)
      if (kind === 'deleted') this.#gone.add(text)
      else this.#gone.delete(text)
    }
    if (this.#names.size === 0) return
    for (const { about, whole, text } of git) {
      const tree = about === 'branch' ? this.treeOf(whole) : undefined
      if (tree !== undefined && text !== undefined) this.#branches.set(tree, text)
    }
  }

  /** Whether a directory is the root of one. */
  isTree(directory: string): boolean {
    return this.#named(directory) !== undefined
  }

  /** `isTree`, where there are any. */
  get test(): IsTree | undefined {
    return this.#names.size === 0 ? undefined : directory => this.isTree(directory)
  }

  /** The worktree that a path is in. */
  treeOf(whole: string | undefined): string | undefined {
    if (whole === undefined || this.#names.size === 0) return undefined
    const path = whole.split('/', maxDepth).join('/')
    let tree = this.#named(path)
    for (let end = path.lastIndexOf('/'); end > 0 && tree === undefined; end = path.lastIndexOf('/', end - 1))
      tree = this.#named(path.slice(0, end))
    return tree
  }

  isGone(tree: string): boolean {
    return this.#gone.has(tree)
  }

  /** The branch that was last checked out in one; empty where no call shows it. */
  branchOf(tree: string): string {
    return this.#branches.get(tree) ?? ''
  }

  #named(directory: string): string | undefined {
    if (this.#names.size === 0) return undefined
    const exact = this.#names.get(directory)
    if (exact !== undefined || !isAbsolute(directory)) return exact
    for (let at = directory.indexOf('/'); at >= 0; at = directory.indexOf('/', at + 1)) {
      const found = this.#names.get(directory.slice(at + 1))
      if (found !== undefined) return found
    }
    return undefined
  }
}
