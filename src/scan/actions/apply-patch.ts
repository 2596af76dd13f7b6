/** What a patch does to which files: the `*** Begin Patch` grammar, and unified diffs. */
import { remembered } from '../../tokens/remembered.ts'
import { linesOf } from '../lines.ts'
import type { Intent } from './action.ts'
import { joinPath } from './shell/join-path.ts'

export interface PatchedFile {
  readonly type: 'create' | 'modify' | 'delete'
  /** As the patch spells it; empty where the patch names no file. */
  readonly path: string
  readonly movedTo?: string
  readonly hunks: readonly Hunk[]
}

export interface Hunk {
  /** What the lines are in, where the hunk says so: `@@ function name()`. */
  readonly heading: string
  /** With the mark that each begins with: `+`, `-`, or a space. */
  readonly lines: readonly string[]
}

export function isPatch(text: string): boolean {
  return text.slice(0, 2000).includes('*** Begin Patch')
}

/** `--- a/x` and `+++ b/x`, or a hunk, near the beginning. */
export function isDiff(text: string): boolean {
  return /^(?:--- |diff --git |@@ )/m.test(text.slice(0, 2000))
}

/** In the order of the patch. Linear. */
export const patchedFiles: (patch: string) => readonly PatchedFile[] = remembered(readPatch)

interface OpenFile {
  type: PatchedFile['type']
  path: string
  movedTo?: string
  hunks: { heading: string; lines: string[] }[]
}

const fileLine = /^\*\*\* (Add|Update|Delete) File: (\S.*)$/
const moveLine = /^\*\*\* Move to: (\S.*)$/
const patchTypes = { Add: 'create', Update: 'modify', Delete: 'delete' } as const
const header = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t]+)/
const range = /^@@(?: [-+,\d ]{1,60}@@)? ?/

function readPatch(patch: string): readonly PatchedFile[] {
  const lines = linesOf(patch).map(({ text }) => text)
  const files: OpenFile[] = []
  const open = (type: PatchedFile['type'], path: string): OpenFile => {
    const file: OpenFile = { type, path, hunks: [] }
    files.push(file)
    return file
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const file = files.at(-1)
    if (line.startsWith('*** ')) {
      const [, verb, named] = fileLine.exec(line) ?? []
      const to = moveLine.exec(line)?.[1]
      if (named !== undefined) open(patchTypes[verb as keyof typeof patchTypes], named.trimEnd())
      else if (to !== undefined && file?.type === 'modify') file.movedTo = to.trimEnd()
    } else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      const before = header.exec(line)?.[1]
      const after = header.exec(lines[at + 1] as string)?.[1]
      if (before === undefined || after === undefined) continue
      if (after === '/dev/null') open('delete', before)
      else open(before === '/dev/null' ? 'create' : 'modify', after)
      at += 1
    } else if (line.startsWith('@@'))
      (file ?? open('modify', '')).hunks.push({ heading: line.replace(range, ''), lines: [] })
    else {
      const { hunks } = file ?? open('modify', '')
      const hunk = hunks.at(-1)
      if (hunk === undefined) hunks.push({ heading: '', lines: [line] })
      else hunk.lines.push(line)
    }
  }
  return files
}

/** In the order of the patch; an update that also moves is both. */
export function patchIntents(patch: string, directory?: string): readonly Intent[] {
  return patchedFiles(patch).flatMap(({ type, path, movedTo }): readonly Intent[] => {
    if (path === '') return []
    const intent = { type, path: joinPath(directory, path) }
    return movedTo === undefined
      ? [intent]
      : [intent, { type: 'move', path: intent.path, to: joinPath(directory, movedTo) }]
  })
}
