/** One line of what a search printed: where it found something, and what. */

export interface Hit {
  readonly path: string
  /** Absent where lines were not numbered. */
  readonly line?: string
  readonly text: string
}

const maxPathLength = 300
/** `12:` or `12:5:` behind the path. */
const numbered = /(\d{1,7}):/y
const pathLike = /^(?:[A-Za-z]:\\)?[^\s:"'(){}<>|=;,`]+$/
/** A commit or a branch before the path, as `git grep` prints it. */
const maxColons = 4

/** `src/a.ts:12:text`; `undefined` for anything else. */
export function numberedHit(line: string): Hit | undefined {
  let colon = line.indexOf(':', /^[A-Za-z]:\\/.test(line) ? 2 : 0)
  for (let tries = 0; colon > 0 && colon < maxPathLength && tries < maxColons; tries += 1) {
    numbered.lastIndex = colon + 1
    const found = numbered.exec(line)
    if (found !== null) {
      const path = line.slice(0, colon)
      return isPath(path) ? { path, line: found[1] ?? '', text: line.slice(numbered.lastIndex) } : undefined
    }
    colon = line.indexOf(':', colon + 1)
  }
  return undefined
}

function isPath(path: string): boolean {
  if (pathLike.test(path)) return true
  // `origin/main:src/a.ts`
  const colon = path.indexOf(':')
  return colon > 0 && pathLike.test(path.slice(0, colon)) && pathLike.test(path.slice(colon + 1))
}

/** `src/a.ts:text`, where nothing was numbered. */
export function unnumberedHit(line: string): Hit | undefined {
  const colon = line.indexOf(':', /^[A-Za-z]:\\/.test(line) ? 2 : 0)
  if (colon <= 0 || colon > maxPathLength) return undefined
  const path = line.slice(0, colon)
  return pathLike.test(path) && /[./]/.test(path) && !/^https?$/.test(path)
    ? { path, text: line.slice(colon + 1) }
    : undefined
}

/** `src/a.ts-11-text`, a line around a hit in `path`. */
export function contextOf(line: string, path: string): Hit | undefined {
  if (path === '' || !line.startsWith(path)) return undefined
  const found = /^-(\d{1,7})-/.exec(line.slice(path.length, path.length + 10))
  return found === null
    ? undefined
    : { path, line: found[1] ?? '', text: line.slice(path.length + found[0].length) }
}
