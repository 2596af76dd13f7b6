/** The directory that most files are in, named once instead of in each path. */
import { isAbsolute } from '../../scan/actions/shell/join-path.ts'
import type { Row } from '../ledger.ts'

const line = /^under (\/.*)\/$/

export function rootLine(root: string): string {
  return `under ${root}/`
}

/** `undefined`: not such a line. */
export function rootIn(text: string): string | undefined {
  return line.exec(text)?.[1]
}

/** A path below the root without it; one that was never seen in full is marked as such. */
export function belowRoot(path: string, root: string | undefined): string {
  if (root === undefined) return path
  if (
    path.startsWith(`${root}/`) &&
    path.length > root.length + 1 &&
    !/^\.?\//.test(path.slice(root.length + 1))
  )
    return path.slice(root.length + 1)
  return isAbsolute(path) ? path : `./${path}`
}

export function fromRoot(shown: string, root: string | undefined): string {
  if (root === undefined || isAbsolute(shown)) return shown
  return shown.startsWith('./') ? shown.slice(2) : `${root}/${shown}`
}

/** `undefined` where it cannot be named on one line, or where no file is known to be in it. */
export function usableRoot(root: string | undefined, rows: readonly Row[]): string | undefined {
  const bare = root?.replace(/\/{1,8}$/, '')
  if (bare === undefined || !/^\/[^\n\r]+$/.test(bare)) return undefined
  const isUsed = rows.some(({ section, key }) => section === 'files' && key.startsWith(`${bare}/`))
  return isUsed ? bare : undefined
}
