/** The directory that most paths share: named once, it can be left out of each path. */
import { commonDirectory, directoriesAbove, fileName } from '../../../scan/actions/shell/join-path.ts'
import { sourceOf } from '../../../scan/actions/source-of.ts'
import type { Message } from '../../../types.ts'

/** A root that saves fewer characters costs more than it saves. */
const minSaved = 120
/** What a path costs, in characters beside its own, that is not below the root. */
const outsideCost = 30

/** The root of the files that calls name; `undefined` where it would save little. */
export function commonRoot(messages: readonly Message[]): string | undefined {
  const once = new Set<string>()
  // Files that several calls name count twice.
  const again = new Set<string>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      const path = block.type === 'toolCall' ? sourceOf(block).path : undefined
      if (path !== undefined) (once.has(path) ? again : once).add(path)
    }
  const named = [...once, ...again]
  const root = commonDirectory(named, minSaved)
  return root === undefined ? undefined : withFewStepsUp(root, named)
}

/** `/w/app/packages/core`, or `/w/app` where many paths would be outside. */
function withFewStepsUp(root: string, paths: readonly string[]): string {
  let best = root
  let mostSaved = savedBelow(root, paths)
  for (const above of directoriesAbove(root).slice(0, maxAbove)) {
    if (above.split('/').length <= minSteps) break
    const saved = savedBelow(above, paths)
    if (saved <= mostSaved) continue
    best = above
    mostSaved = saved
  }
  return best
}

/** Characters that a root saves; a path that starts above it is harder to read than it is long. */
function savedBelow(root: string, paths: readonly string[]): number {
  return paths.reduce((saved, path) => {
    const shown = pathFromRoot(path, root)
    const isOutside = shown.startsWith('/') || shown.startsWith('../')
    return saved + path.length - shown.length - (isOutside ? outsideCost : 0)
  }, 0)
}

/**
 * `Edit /home/me/app/src/a.ts` → `Edit src/a.ts`, `Bash cd /home/me/app && npm test` → `Bash npm test`,
 * and below `/home/me/app/core/src` it is `Bash cd ../.. && npm test`. `Grep "x" in /home/me/app` → `Grep "x" in .`
 */
export function titleBelowRoot(title: string, root: string | undefined): string {
  if (root === undefined) return title
  return title
    .replaceAll(`cd ${root} && `, '')
    .replace(changesDirectory, (found, path: string) => {
      const from = upFromRoot(path, root) ?? pathFromRoot(`${path}/`, root)
      return from.startsWith('../') ? `cd ${from.slice(0, -1)} && ` : found
    })
    .replace(isInDirectory, (found, path: string) => {
      const from = nameFrom(`${path}/`, root)
      if (from === '') return ' in .'
      return from.startsWith('../') || !path.startsWith('/') ? ` in ${from.slice(0, -1)}` : found
    })
    .replaceAll(`${root}/`, (found, at: number, whole: string) =>
      withinPath.test(whole.charAt(at - 1)) ? found : '',
    )
}

/** `../../` for `/home/me/app` from `/home/me/app/src/view`: commands are often run at the top of a repository. */
function upFromRoot(directory: string, root: string): string | undefined {
  if (!root.startsWith(`${directory}/`) || directory.split('/').length <= minSteps) return undefined
  const steps = root.slice(directory.length + 1).split('/').length
  return steps > maxAbove ? undefined : '../'.repeat(steps)
}

/** Whether the root makes the name of a call shorter. */
export function namesRoot(
  { title, source: { path } }: { readonly title: string; readonly source: { readonly path?: string } },
  root: string | undefined,
): boolean {
  return titleBelowRoot(title, root) !== title || (path !== undefined && nameFrom(path, root) !== path)
}

/** `cd /home/me/app && ` */
const changesDirectory = /\bcd (\/[^\s;&|"'$]{1,300}) && /g

/** At the end of a title: ` in /home/me/app`, ` in app/src` */
const isInDirectory = / in ((?:\/|[\w.-]{1,100}\/)[^\s"'`]{1,300}?)\/?$/

const withinPath = /[\w.~-]/

/** The root may be this many directories above the one that saves the most, but not too near to `/`. */
const maxAbove = 4
const minSteps = 3
/** Who reads `../../docs` has to go up in thought: a path outside the root starts right above it, or is absolute. */
const maxUp = 1

/** `/home/me/app/docs/a.md` is `../docs/a.md` from `/home/me/app/src`: appended to the root, each path leads to its file. */
export function pathFromRoot(path: string, root: string | undefined): string {
  if (root === undefined) return path
  let directory = root
  for (let up = 0; up <= maxUp; up += 1) {
    if (path.startsWith(`${directory}/`)) return '../'.repeat(up) + path.slice(directory.length + 1)
    directory = directory.slice(0, directory.lastIndexOf('/'))
    if (directory.split('/').length <= minSteps) break
  }
  return path
}

/** `app/src/a.ts`, as git names a file in `/home/me/app/src`, becomes `a.ts`. */
export function relativeToRoot(path: string, root: string | undefined): string {
  if (root === undefined) return path
  for (let at = root.indexOf('/'); at >= 0; at = root.indexOf('/', at + 1)) {
    const end = root.slice(at + 1)
    if (end !== '' && path.startsWith(`${end}/`)) return path.slice(end.length + 1)
  }
  return path
}

/** `src/view/a.ts` → `…/a.ts`, for a file that was named before; `src/a.ts` stays as it is. */
export function shortPath(path: string): string {
  return path.split('/').length > 2 ? `…/${fileName(path)}` : path
}

/** Git, searches and agents name files from the top of their repository, too. */
export function nameFrom(path: string, root: string | undefined): string {
  const isFromTop = !path.startsWith('/') && root?.startsWith('/') === true
  return isFromTop ? relativeToRoot(path, root) : pathFromRoot(path, root)
}
