/** Which files were changed, and when: changes that are certain, in order. */
import { isScratch } from '../../scan/actions/git-calls.ts'
import { isSamePath } from '../../scan/actions/path-resolver.ts'
import { fileName } from '../../scan/actions/shell/join-path.ts'
import { binarySearch } from '../../scan/binary-search.ts'
import type { Fact } from '../ledger.ts'

/** When a change that was read back from a printed ledger took place is not known well enough. */
export function isSure({ kind, isDoubtful, source, mayBeDirectory }: Fact): boolean {
  return kind !== 'read' && isDoubtful !== true && source !== undefined && mayBeDirectory !== true
}

/** The same, of a file that is part of the work. */
export function isSureChange(fact: Fact): boolean {
  return isSure(fact) && !isNotes(fact.about)
}

/** `/home/me/.claude/skills/a.md`: settings of a person, unless they work there. */
const personal =
  /^(?:~|\/(?:Users|home)\/[^/]{1,100}|\/root)\/\.[^/]{1,60}\/(?!(?:worktrees?|workspaces?|repos?)\/)/

/** Scratch files, the agent's own notes and personal settings are no part of the work. */
export function isNotes(path: string): boolean {
  return (
    isScratch(path) ||
    personal.test(path) ||
    /\/\.(?:claude|codex|gemini|cursor)\/(?:plans|projects|tmp|memory|todos)\//.test(path)
  )
}

const maxNames = 6
/** At most this many files of one name are distinguished. */
const maxAlike = 50

/** What was changed after each of many messages, in one sweep from the last change to the first. */
export class ChangesSince {
  readonly #changes: readonly Fact[]
  readonly #cancelled: ReadonlyMap<Fact, Fact>
  /** What makes a path one that was changed: a change, or the first of those that cancel each other and are not all behind it. */
  readonly #reasons = new Map<string, Set<Fact>>()
  /** Paths, the one that was first changed last in front; a path that is changed earlier goes to the end. */
  readonly #paths = new Set<string>()
  readonly #pathsOfName = new Map<string, string[]>()
  #left: number

  /** `changes`: in order. `cancelled`: those that later ones cancel, each with the first of them. */
  constructor(changes: readonly Fact[], cancelled: ReadonlyMap<Fact, Fact>) {
    this.#changes = changes
    this.#cancelled = cancelled
    this.#left = changes.length
  }

  /**
   * `3 files changed since: a.ts, b.ts`; empty where there are none. `turn`: never later than in the call before.
   * `before`: the same, at an earlier time.
   */
  after(turn: number, before = ''): string {
    while (this.#left > 0 && (this.#changes[this.#left - 1] as Fact).turn > turn) {
      this.#left -= 1
      this.#add(this.#changes[this.#left] as Fact)
    }
    const [, count = '0', listed = ''] = /^(\d{1,7}) files? changed since: (.*)$/s.exec(before) ?? []
    const known = listed === '' ? [] : listed.split(', ').filter(name => name !== '…')
    const again = known.reduce((sum, name) => sum + this.#namesakes(name).length, 0)
    const total = Number(count) + this.#paths.size - again
    if (total === 0) return ''
    const shown = this.#latestNames(known)
    // One name may be that of several files.
    const named = shown.reduce((sum, name) => sum + Math.max(1, this.#namesakes(name).length), 0)
    const more = total > named ? ['…'] : []
    return `${total} ${total === 1 ? 'file' : 'files'} changed since: ${[...more, ...shown].join(', ')}`
  }

  /** A file that is named by its whole path here and by the end of it there is one file. */
  #add(change: Fact): void {
    const { about: path } = change
    const name = fileName(path)
    const alike = this.#pathsOfName.get(name)
    const known = alike?.find(other => isSamePath(other, path))
    if (known === undefined) {
      if (alike === undefined) this.#pathsOfName.set(name, [path])
      else if (alike.length < maxAlike) alike.push(path)
    }
    const own = known ?? path
    const reasons = this.#reasons.get(own) ?? new Set()
    this.#reasons.set(own, reasons)
    const first = this.#cancelled.get(change)
    if (first === change) reasons.delete(change)
    else reasons.add(first ?? change)
    this.#paths.delete(own)
    if (reasons.size > 0) this.#paths.add(own)
  }

  /** Changed files of a name. */
  #namesakes(name: string): readonly string[] {
    return (this.#pathsOfName.get(name) ?? []).filter(path => this.#paths.has(path))
  }

  #latestNames(known: readonly string[]): readonly string[] {
    const knownNames = new Set(known)
    const names = new Set<string>()
    for (const path of this.#paths) {
      if (names.size === maxNames) break
      const name = fileName(path)
      if (!knownNames.has(name)) names.add(name)
    }
    return [...known, ...[...names].reverse()].slice(-maxNames)
  }
}

/** The first of facts in order that is of this turn or a later one. */
export function firstIndex(facts: readonly Pick<Fact, 'turn'>[], turn: number): number {
  return binarySearch(-1, facts.length, at => (facts[at] as Pick<Fact, 'turn'>).turn >= turn)
}
