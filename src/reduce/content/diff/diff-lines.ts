/** The kind of each line of a diff, and the file that it belongs to. */

/** By the text of the line and its place in the diff. */
export type DiffLine =
  /** `diff --git a/x b/x`, `Index: x`, `*** Update File: x`, or `--- x` if nothing names the file before it. */
  | 'file'
  /** `new file mode`, `rename from`, `Binary files … differ`: what happened to the file. */
  | 'event'
  /** `index 1a2b..3c4d`, `--- a/x` and `+++ b/x` below a file line. */
  | 'detail'
  | 'hunk'
  | 'added'
  | 'removed'
  | 'context'
  | 'other'

const hunk = /^@@@? -\d{1,9}(?:,(\d{1,9}))? (?:-\d[\d,]{0,20} )?\+\d{1,9}(?:,(\d{1,9}))? @@/
const event =
  /^(?:new file mode|deleted file mode|old mode|new mode|similarity index|dissimilarity index|rename from|rename to|copy from|copy to|Binary files |GIT binary patch|\*\*\* Move to: )/
const patchFile = /^\*\*\* (?:Add|Update|Delete) File: /

/** The kinds of all lines, in order. A hunk ends after its stated length, or at a line that cannot belong to it. */
export function diffLines(lines: readonly string[]): readonly DiffLine[] {
  const kinds: DiffLine[] = []
  let inFile = false
  let left: { removed: number; added: number } | undefined
  let inPatch = false
  lines.forEach((line, at) => {
    const kind = kindOf(line, at)
    kinds.push(kind)
    if (kind === 'file') inFile = true
    if (left !== undefined && (kind === 'removed' || kind === 'context')) left.removed -= 1
    if (left !== undefined && (kind === 'added' || kind === 'context')) left.added -= 1
    if (left !== undefined && left.removed <= 0 && left.added <= 0) left = undefined
  })
  return kinds

  function kindOf(line: string, at: number): DiffLine {
    const found = line.startsWith('@@') ? hunk.exec(line) : null
    if (found !== null) {
      left = { removed: Number(found[1] ?? 1), added: Number(found[2] ?? 1) }
      return 'hunk'
    }
    if (line.startsWith('*** ') && patchFile.test(line)) {
      inPatch = true
      left = undefined
      return 'file'
    }
    if (inPatch && line.startsWith('@@')) return 'hunk'
    if (line === '*** End Patch') {
      inPatch = false
      return 'detail'
    }
    if (left !== undefined || inPatch) {
      const mark = line.charAt(0)
      if (mark === '+') return 'added'
      if (mark === '-') return 'removed'
      if (mark === ' ' || (mark === '' && at < lines.length - 1)) return 'context'
      if (mark === '\\') return 'detail'
      if (!inPatch) left = undefined
    }
    if (
      line.startsWith('diff --git ') ||
      line.startsWith('diff --cc ') ||
      line.startsWith('diff -') ||
      line.startsWith('Index: ')
    )
      return 'file'
    if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true)
      return followsFile(at) ? 'detail' : 'file'
    if (inFile && (/^(?:--- |\+\+\+ |index [0-9a-f]{4})/.test(line) || /^={20}/.test(line))) return 'detail'
    if (inFile && event.test(line)) return 'event'
    return line.startsWith('\\ No newline') ? 'detail' : 'other'
  }

  /** Whether the file was named since the last hunk. */
  function followsFile(at: number): boolean {
    for (let before = at - 1; before >= 0; before -= 1) {
      const kind = kinds[before]
      if (kind === 'file') return true
      if (kind !== 'detail' && kind !== 'event') return false
    }
    return false
  }
}

/** Blank lines at the end of a text, which hosts trim: those that `git diff` shows around a change. */
const maxTrimmed = 3

/** Whether a hunk from `start` to `end` has fewer lines than it states. */
export function lacksLines(
  lines: readonly string[],
  kinds: readonly DiffLine[],
  start: number,
  end: number,
): boolean {
  let [removed, added] = [0, 0]
  for (let at = end - 1; at >= start; at -= 1) {
    const kind = kinds[at]
    if (kind === 'removed' || kind === 'context') removed += 1
    if (kind === 'added' || kind === 'context') added += 1
    if (kind !== 'hunk') continue
    const line = lines[at] as string
    const stated = line.startsWith('@@ ') ? hunk.exec(line) : null
    const missing = Number(stated?.[1] ?? 1) - removed
    const others = Number(stated?.[2] ?? 1) - added
    const isTrimmed = missing === others && missing <= maxTrimmed
    if (stated !== null && Math.max(missing, others) > 0 && !isTrimmed) return true
    removed = 0
    added = 0
  }
  return false
}

const gitFile = /^diff --git "?a\/(.{1,500}?)"? "?b\/(.{1,500})$/

/** The path that a file line refers to, by its new name. */
export function diffPath(line: string, next: readonly string[]): string {
  const plus = next.find(below => below.startsWith('+++ '))
  if (plus !== undefined && !plus.startsWith('+++ /dev/null')) return bare(plus.slice(4))
  const minus = [line, ...next].find(below => below.startsWith('--- '))
  if (minus !== undefined && !minus.startsWith('--- /dev/null')) return bare(minus.slice(4))
  if (line.startsWith('diff --git ')) {
    // `a/x b/x`: both halves are equal except for renames.
    const rest = line.slice('diff --git '.length)
    const half = rest.slice((rest.length - 1) / 2 + 1)
    return rest.length % 2 === 1 && rest.slice(2, (rest.length - 1) / 2) === half.slice(2)
      ? half.slice(2)
      : (gitFile.exec(line)?.[2] ?? rest)
  }
  return line.replace(/^(?:\*\*\* (?:Add|Update|Delete) File: |Index: |diff --cc |diff )/, '')
}

function bare(path: string): string {
  const tab = path.indexOf('\t')
  return (tab < 0 ? path : path.slice(0, tab)).replace(/^"?[ab]\//, '').replace(/"$/, '')
}
