/** The line diff of two texts, as hunks and as `git diff` prints them. */
import { createHash } from 'node:crypto'

export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each with its sign: a space, `-` or `+`. */
  readonly lines: readonly string[]
}

const context = 3

export function diffHunks(before: string, after: string): readonly Hunk[] {
  const script = editScript(linesOf(before), linesOf(after))
  const changed = script.flatMap((line, index) => (line.startsWith(' ') ? [] : [index]))
  const hunks: Hunk[] = []
  let next = 0
  while (next < changed.length) {
    const first = changed[next] ?? 0
    let last = first
    while (next < changed.length && (changed[next] ?? 0) - last <= 2 * context) last = changed[next++] ?? 0
    hunks.push(hunkOf(script, Math.max(0, first - context), Math.min(script.length, last + context + 1)))
  }
  return hunks
}

export function gitDiff(path: string, before: string, after: string): string {
  const heading = [
    `diff --git a/${path} b/${path}`,
    `index ${blobHash(before)}..${blobHash(after)} 100644`,
    `--- a/${path}`,
    `+++ b/${path}`,
  ]
  const body = diffHunks(before, after).flatMap(hunk => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@${scopeOf(before, hunk)}`,
    ...hunk.lines,
  ])
  return [...heading, ...body].join('\n')
}

function hunkOf(script: readonly string[], start: number, end: number): Hunk {
  const count = (lines: readonly string[], other: string): number =>
    lines.filter(line => !line.startsWith(other)).length
  const lines = script.slice(start, end)
  return {
    oldStart: count(script.slice(0, start), '+') + 1,
    oldLines: count(lines, '+'),
    newStart: count(script.slice(0, start), '-') + 1,
    newLines: count(lines, '-'),
    lines,
  }
}

/** The whole text as signed lines, by the longest common subsequence: fine for the small files of the example. */
function editScript(before: readonly string[], after: readonly string[]): readonly string[] {
  const common = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }

  const script: string[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      script.push(` ${before[i++]}`)
      j++
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1)))
      script.push(`-${before[i++]}`)
    else script.push(`+${after[j++]}`)
  }
  return script
}

/** What git prints behind `@@`: the nearest line above the hunk that starts at the margin. */
function scopeOf(before: string, hunk: Hunk): string {
  const scope = linesOf(before)
    .slice(0, hunk.oldStart - 1)
    .findLast(line => /^[A-Za-z_$]/.test(line))
  return scope === undefined ? '' : ` ${scope}`
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}

function blobHash(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')
    .slice(0, 7)
}
