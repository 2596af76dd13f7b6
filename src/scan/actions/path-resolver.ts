/** Finds which file a path names, however much of the path a text spells out: one name for each file. */

export interface PathResolver {
  /** The file that a path names; `ambiguous` where several end in it; `undefined` where none does. */
  resolve(path: string): { readonly path: string } | 'ambiguous' | undefined
}

interface Ending {
  readonly longest: string
  /** Every path that ends so is an ending of the longest: they name one file. */
  isOne: boolean
}

/** Whether a directory is the root of a tree of files, so that what is in it is not named without it. */
export type IsTree = (directory: string) => boolean

/** Paths that end in one another name one file where nothing else ends so: `src/a.ts` and `/repo/src/a.ts`. */
export function pathResolver(paths: Iterable<string>, isTree?: IsTree): PathResolver {
  const known = new Set(paths)
  const endings = new Map<string, Ending>()
  for (const path of [...known].sort((one, other) => downward(other).length - downward(one).length))
    for (const ending of downwardEndings(path, isTree)) {
      const found = endings.get(ending)
      if (found === undefined) endings.set(ending, { longest: path, isOne: true })
      else if (!found.longest.endsWith(`/${downward(path)}`)) found.isOne = false
    }
  const named = (path: string): ReturnType<PathResolver['resolve']> => {
    const found = endings.get(downward(path))
    if (found === undefined) return undefined
    if (found.isOne) return { path: found.longest }
    return known.has(path) ? { path } : 'ambiguous'
  }
  return {
    resolve(path) {
      const found = named(path)
      if (found !== undefined) return found
      // The text may spell out more than the session did.
      const shorter = endingsOf(path, isTree).find(ending => known.has(ending))
      return shorter === undefined ? undefined : named(shorter)
    },
  }
}

const maxDepth = 40

function downwardEndings(path: string, isTree: IsTree | undefined): Iterable<string> {
  const endings = endingsOf(path, isTree)
  return path.startsWith('../') ? new Set(endings.map(downward)) : endings
}

/** `../x/a.ts` → `x/a.ts` */
function downward(path: string): string {
  return path.startsWith('../') ? path.replace(/^(?:\.\.\/){1,40}/, '') : path
}

/** `../x` is outside of the root of paths: `../x/src/a.ts` is not `src/a.ts`. */
const beside = /^(?:\.\.\/){1,40}(?!\.\.$)[^/]{1,255}$/

/** The path and what is left of it without its first directories, the longest first. */
export function endingsOf(path: string, isTree?: IsTree): readonly string[] {
  const isUpward = path.startsWith('../')
  const endings = [path]
  for (
    let slash = path.indexOf('/');
    slash >= 0 && endings.length < maxDepth;
    slash = path.indexOf('/', slash + 1)
  ) {
    if (isUpward && beside.test(path.slice(0, slash))) break
    if (isTree?.(path.slice(0, slash)) === true) break
    if (slash < path.length - 1) endings.push(path.slice(slash + 1))
  }
  return endings
}

/** Whether a path, or an end of it that has a directory, is among those that git names from the root of a repository. */
export function namedByEnd(path: string, isNamed: (path: string) => boolean): boolean {
  return endingsOf(path).some(ending => (ending === path || ending.includes('/')) && isNamed(ending))
}

/** Whether two paths may name one file, one of them by its end. */
export function isSamePath(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}
