/** One line of search output: the place and the text of a hit. */

export interface Hit {
  readonly path: string
  /** Absent if lines were not numbered. */
  readonly line?: string
  readonly text: string
}

const maxPathLength = 300
/** `12:` or `12:5:` after the path. */
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

/** `src/a.ts:text`, if nothing was numbered. */
export function unnumberedHit(line: string): Hit | undefined {
  const colon = line.indexOf(':', /^[A-Za-z]:\\/.test(line) ? 2 : 0)
  if (colon <= 0 || colon > maxPathLength) return undefined
  const path = line.slice(0, colon)
  return pathLike.test(path) && /[./]/.test(path) && !/^https?$/.test(path)
    ? { path, text: line.slice(colon + 1) }
    : undefined
}

/** `src/a.ts-11-text`, a line around a hit in `path`; some agents print it as `/home/me/app/src/a.ts-11-text`. */
export function contextOf(line: string, path: string): Hit | undefined {
  if (path === '') return undefined
  const start = line.slice(0, maxPathLength).indexOf(path)
  const isWhole = start === 0 || (start > 0 && line[start - 1] === '/' && line[0] === '/')
  if (!isWhole) return undefined
  const end = start + path.length
  const found = /^-(\d{1,7})-/.exec(line.slice(end, end + 10))
  return found === null ? undefined : { path, line: found[1] ?? '', text: line.slice(end + found[0].length) }
}

/** `src/a.ts-11-text`, for any hit. */
export function isAroundHit(line: string): boolean {
  const number = line.slice(0, maxPathLength).search(/-\d{1,7}-/)
  const path = line.slice(0, Math.max(0, number))
  return pathLike.test(path) && /[./]/.test(path)
}
