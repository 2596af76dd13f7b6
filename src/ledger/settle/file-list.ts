/** Files by path, where one file may be named by its whole path or by the end of it. */
import { isSamePath } from '../../scan/actions/path-resolver.ts'
import { fileName } from '../../scan/actions/shell/join-path.ts'
import type { Fact } from '../ledger.ts'

/** At most this many files of one name are distinguished. */
const maxAlike = 50
/** Most directories of a path that are read. */
const maxDepth = 40

interface SplitFiles {
  readonly gone: FileList
  readonly rest: FileList
}

/** In the order in which they were last added, each with the facts that name it. */
export class FileList {
  readonly #facts = new Map<string, Fact[]>()
  readonly #byName = new Map<string, string[]>()

  static of(paths: readonly string[], fact: Fact): FileList {
    const files = new FileList()
    for (const path of paths) files.add(path, fact)
    return files
  }

  get size(): number {
    return this.#facts.size
  }

  paths(): readonly string[] {
    return [...this.#facts.keys()]
  }

  facts(): readonly Fact[] {
    return [...this.#facts.values()].flat()
  }

  has(path: string): boolean {
    return this.#known(path) !== undefined
  }

  /** Whether a directory that it is in is listed instead, as git lists one of which nothing is known to it. */
  hasAbove(path: string): boolean {
    return this.size > 0 && isBelow(path, directory => this.#facts.has(`${directory}/`))
  }

  add(path: string, fact: Fact): void {
    this.#addAll(path, [fact])
  }

  #addAll(path: string, facts: readonly Fact[]): void {
    const known = this.#known(path) ?? path
    const own = this.#facts.get(known) ?? []
    for (const fact of facts) own.push(fact)
    this.#facts.delete(known)
    this.#facts.set(known, own)
    const alike = this.#byName.get(fileName(known))
    if (alike === undefined) this.#byName.set(fileName(known), [known])
    else if (alike.length < maxAlike && !alike.includes(known)) alike.push(known)
  }

  delete(path: string): void {
    const known = this.#known(path)
    if (known !== undefined) this.#facts.delete(known)
  }

  without(paths: readonly string[]): FileList {
    return this.split(paths).rest
  }

  /** `*` is all of them; a directory is all that is in it. `holds`: of those, only where it does. */
  split(paths: readonly string[], holds?: (path: string) => boolean): SplitFiles {
    const split = { gone: new FileList(), rest: new FileList() }
    const isAll = paths.includes('*')
    if (paths.length === 0) return { ...split, rest: this }
    if (isAll && holds === undefined) return { ...split, gone: this }
    const gone = new Set(paths.map(path => path.replace(/^\.\//, '').replace(/\/$/, '')))
    const above = new Set([...gone].flatMap(path => [...directoriesOf(path)]))
    const names = Map.groupBy(gone, fileName)
    for (const [path, facts] of this.#facts) {
      const alike = names.get(fileName(path))?.slice(0, maxAlike) ?? []
      const isNamed =
        isAll ||
        alike.some(other => isSamePath(other, path)) ||
        isBelow(path, directory => gone.has(directory)) ||
        above.has(path)
      split[isNamed && holds?.(path) !== false ? 'gone' : 'rest'].#addAll(path, facts)
    }
    return split
  }

  /** By each of the facts that name a file. */
  splitFacts(isGone: (fact: Fact) => boolean): SplitFiles {
    const split = { gone: new FileList(), rest: new FileList() }
    for (const [path, facts] of this.#facts)
      for (const fact of facts) split[isGone(fact) ? 'gone' : 'rest'].add(path, fact)
    return split
  }

  #known(path: string): string | undefined {
    if (this.#facts.has(path)) return path
    const alike = this.#byName.get(fileName(path))
    return alike?.find(named => this.#facts.has(named) && isSamePath(named, path))
  }
}

/** `src/ui/a.ts` → `src/`, `src/ui/`: as git names directories of which nothing is known to it. */
function* directoriesOf(path: string): Generator<string> {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) yield path.slice(0, at + 1)
}

/** Whether a directory that it is in, or the end of the path of one, is one of those. */
function isBelow(path: string, isOneOf: (directory: string) => boolean): boolean {
  const steps = path.split('/').slice(0, -1).slice(0, maxDepth)
  for (let end = steps.length; end > 0; end -= 1)
    for (let start = 0; start < end; start += 1) if (isOneOf(steps.slice(start, end).join('/'))) return true
  return false
}
