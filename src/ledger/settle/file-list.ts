/** Files by path, where one file may be named by its whole path or by the end of it. */
import { fileName } from '../../scan/actions/shell/join-path.ts'
import type { Fact } from '../ledger.ts'

/** In the order in which they were last added, each with the fact that names it. */
export class FileList {
  readonly #facts = new Map<string, Fact>()
  readonly #byName = new Map<string, string>()

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
    return [...this.#facts.values()]
  }

  has(path: string): boolean {
    return this.#known(path) !== undefined
  }

  add(path: string, fact: Fact): void {
    const known = this.#known(path) ?? path
    this.#facts.delete(known)
    this.#facts.set(known, fact)
    this.#byName.set(fileName(known), known)
  }

  delete(path: string): void {
    const known = this.#known(path)
    if (known !== undefined) this.#facts.delete(known)
  }

  /** `*` is all of them; a directory is all that is in it. */
  without(paths: readonly string[]): FileList {
    const rest = new FileList()
    if (paths.includes('*')) return rest
    const gone = new Set(paths.map(path => path.replace(/^\.\//, '').replace(/\/$/, '')))
    const above = new Set([...gone].flatMap(path => [...directoriesOf(path)]))
    const names = new Map(Array.from(gone, path => [fileName(path), path]))
    for (const [path, fact] of this.#facts) {
      const same = names.get(fileName(path))
      const isGone = (same !== undefined && isSamePath(same, path)) || isBelow(path, gone) || above.has(path)
      if (!isGone) rest.add(path, fact)
    }
    return rest
  }

  #known(path: string): string | undefined {
    if (this.#facts.has(path)) return path
    const named = this.#byName.get(fileName(path))
    return named !== undefined && this.#facts.has(named) && isSamePath(named, path) ? named : undefined
  }
}

/** Whether two paths may name one file, one of them by its end. */
export function isSamePath(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

/** `src/ui/a.ts` → `src/`, `src/ui/`: as git names directories of which nothing is known to it. */
function* directoriesOf(path: string): Generator<string> {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) yield path.slice(0, at + 1)
}

/** Whether a directory that it is in, or the end of the path of one, is among them. */
function isBelow(path: string, directories: ReadonlySet<string>): boolean {
  const steps = path.split('/').slice(0, -1)
  for (let end = steps.length; end > 0; end -= 1)
    for (let start = 0; start < end; start += 1)
      if (directories.has(steps.slice(start, end).join('/'))) return true
  return false
}
