/** Lines of a file that a later edit removed or changed: a reader would take them for the current content. */
import type { Intent } from '../../../scan/actions/action.ts'
import { patchIntents } from '../../../scan/actions/apply-patch.ts'
import { argumentsOf, newTextNames, textArgument } from '../../../scan/actions/call-arguments.ts'
import { commandOf, directoryOf } from '../../../scan/actions/call-command.ts'
import {
  editLines,
  patchLines,
  renamedEverywhere,
  replacedParts,
  unaligned,
} from '../../../scan/actions/edit-lines.ts'
import { pathResolver } from '../../../scan/actions/path-resolver.ts'
import { replacedTexts } from '../../../scan/actions/shell/replaced-texts.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { indentOf } from '../../../scan/lines.ts'
import { opensBlock } from '../../../scan/opens-block.ts'
import type { ToolCallBlock } from '../../../types.ts'

/** What one call changed in a file, or showed of it. */
export interface FileEdit {
  readonly path: string
  /** It wrote or showed the whole file: its lines have no sign. */
  readonly isWhole: boolean
  /** Texts within lines that it replaced. */
  readonly parts: readonly string[]
  /** A text that it replaced everywhere; its first line says by what. */
  readonly renamed?: string
  readonly first: number
  readonly end: number
  /** Its lines are those of a printed diff, each with its sign. */
  readonly isDiff?: true
  /** Extracts the line of the file from a line that shows more. */
  readonly lineIn?: (text: string) => string
  /** The lines of the whole file, as `completeLines` has them. */
  readonly complete?: ReadonlySet<string> | undefined
  /** It wrote the whole file. */
  readonly isWritten?: true
  /** Lines that it removed, where they are not candidates. */
  readonly removed?: readonly string[]
}

interface EditLines {
  readonly texts: ArrayLike<string>
  readonly labels: ArrayLike<string>
  /** The number of each line in its file; -1 where it has none. */
  readonly numbers: ArrayLike<number>
}

/** Shorter lines, as `return nil`, occur often in a file; they are gone only if the line before them is gone. */
const minLength = 16
/** Only this many replaced texts of a file, the latest, are searched: each line is compared with all of them. */
const maxParts = 16
/** A file that was shown with so many more lines may have been shown in part. */
const maxGrowth = 1.2

/** What later edits removed from a file. */
interface Removed {
  readonly lines: Set<string>
  readonly parts: string[]
  /** Those of them that got another name: lines that edits wrote are still there. */
  readonly renamed: Set<string>
  /** All lines of the file, as it was written or read whole last. */
  complete?: ReadonlySet<string>
  /** It was written whole: what is left of it is shown there. */
  isWritten?: true
}

/** `edits`: applied edits and shown files, in order. */
export function replacedLines(
  edits: readonly FileEdit[],
  { texts, labels, numbers }: EditLines,
): readonly number[] {
  const replaced: number[] = []
  const removed = new Map<string, Removed>()
  const resolver = pathResolver(edits.map(({ path }) => path))
  const nameOf = (path: string): string => {
    const found = resolver.resolve(path)
    return typeof found === 'object' ? found.path : path
  }
  const ends = lastNumbers(edits, numbers, nameOf)
  for (const edit of edits.toReversed()) {
    const { path: written, isWhole, parts, first, end, lineIn, removed: gone = [], isWritten, isDiff } = edit
    const path = nameOf(written)
    // A host may leave out that a call asks for a part.
    const isPart = !isWritten && lastNumber(edit, numbers) * maxGrowth < (ends.get(path) ?? 0)
    const complete = isPart ? undefined : edit.complete
    const later = removed.get(path)
    const own = [...gone]
    const before = replaced.length
    let isBesideGone = false
    for (let at = first; at < end; at += 1) {
      const text = texts[at] as string
      const line = (lineIn === undefined ? text : lineIn(text)).trim()
      const label = labels[at]
      if (label === '-') own.push(line)
      else if ((isWhole || label === '+') && later !== undefined) {
        isBesideGone = (later.isWritten && lineIn === undefined) || isGone(line, later, isBesideGone, isWhole)
        if (!isBesideGone) continue
        // A removed line whose replacement is hidden would read as a deletion.
        for (let above = at - 1; above >= first && isRemoved(above, isDiff); above -= 1) replaced.push(above)
        replaced.push(at)
      }
    }
    if (!isWhole && replaced.length > before)
      replaced.push(...emptiedHeads({ texts, labels }, edit, new Set(replaced.slice(before))))
    if (own.length === 0 && parts.length === 0 && complete === undefined) continue
    const known: Removed = later ?? { lines: new Set(), parts: [], renamed: new Set() }
    removed.set(path, known)
    for (const line of own) known.lines.add(line)
    known.parts.push(...parts.slice(0, maxParts - known.parts.length))
    if (edit.renamed !== undefined) known.renamed.add(edit.renamed)
    if (complete !== undefined) known.complete ??= complete
    if (isWritten) known.isWritten = true
  }
  return replaced

  function isRemoved(at: number, isDiff = false): boolean {
    return labels[at] === '-' || (isDiff && (texts[at] as string).startsWith('-'))
  }
}

/** Added lines that open a block of which nothing is left: the later edit shows them with what is in it now. */
function emptiedHeads(
  { texts, labels }: Pick<EditLines, 'texts' | 'labels'>,
  { first, end }: FileEdit,
  replaced: ReadonlySet<number>,
): readonly number[] {
  const emptied: number[] = []
  const open: { readonly line: number; readonly indent: number; isLeft: boolean; isGone: boolean }[] = []
  for (let at = first; at <= end; at += 1) {
    if (at < end && labels[at] !== '+') continue
    const text = at < end ? (texts[at] as string) : ''
    const indent = indentOf(text)
    for (
      let head = open.at(-1);
      head !== undefined && (at === end || head.indent >= indent);
      head = open.at(-1)
    ) {
      open.pop()
      const around = open.at(-1)
      const isEmptied = head.isGone && !head.isLeft
      if (isEmptied && !replaced.has(head.line)) emptied.push(head.line)
      if (around !== undefined) {
        around.isLeft ||= head.isLeft || (!isEmptied && isLong(head.line))
        around.isGone ||= head.isGone
      }
    }
    if (at === end) break
    const around = open.at(-1)
    const isGone = replaced.has(at)
    if (opensBlock(text)) open.push({ line: at, indent, isLeft: false, isGone })
    else if (around !== undefined) {
      around.isLeft ||= !isGone && isLong(at)
      around.isGone ||= isGone
    }
  }
  return emptied

  function isLong(line: number): boolean {
    return (texts[line] as string).trim().length >= minLength
  }
}

/** The last line of each file that an answer shows. */
function lastNumbers(
  edits: readonly FileEdit[],
  numbers: ArrayLike<number>,
  nameOf: (path: string) => string,
): ReadonlyMap<string, number> {
  const ends = new Map<string, number>()
  for (const edit of edits) {
    const name = nameOf(edit.path)
    if (edit.isWhole) ends.set(name, Math.max(ends.get(name) ?? 0, lastNumber(edit, numbers)))
  }
  return ends
}

function lastNumber({ first, end }: FileEdit, numbers: ArrayLike<number>): number {
  let last = 0
  for (let at = first; at < end; at += 1) last = Math.max(last, numbers[at] as number)
  return last
}

/** `isBesideGone`: the line before it is gone; a short line follows it. */
function isGone(
  line: string,
  { lines, parts, renamed, complete }: Removed,
  isBesideGone: boolean,
  isRead: boolean,
): boolean {
  const isLong = line.length >= minLength || isBesideGone
  return (
    (isLong && (lines.has(line) || isMissing(line, complete))) ||
    parts.some(part => (isRead || !renamed.has(part)) && line.includes(part))
  )
}

/** A line that is shown only in part, or with the next one, may still be there. */
function isMissing(line: string, complete: ReadonlySet<string> | undefined): boolean {
  return (
    complete !== undefined && !line.endsWith('…') && !line.includes('\n') && !complete.has(unaligned(line))
  )
}

/** The lines of a call by file. `labels`: of all lines; a line without a sign names the next file of a patch. */
export function fileEdits(
  call: ToolCallBlock,
  { first, end }: Pick<FileEdit, 'first' | 'end'>,
  labels: readonly string[],
): readonly FileEdit[] {
  const handed = shellPatch(call)
  const command = handed === undefined ? commandOf(call) : undefined
  if (command !== undefined)
    return replacingProgram.test(command)
      ? shellCommands(command, directoryOf(argumentsOf(call)))
          .flatMap(replacedTexts)
          .map(({ path, texts }) => ({ path, isWhole: false, parts: texts, first: end, end }))
      : []
  const intents = handed === undefined ? toolIntents(call) : patchIntents(handed.patch, handed.directory)
  const changed = intents.filter(isChange)
  const [only] = changed
  if (only === undefined) return []
  const starts = [first]
  if (changed.length > 1) for (let at = first; at < end; at += 1) if (labels[at] === '') starts.push(at + 1)
  // If a line was left out, the files of the other lines are unknown.
  if (starts.length !== changed.length) return []
  return changed.map(({ type, path }, at): FileEdit => {
    const isWhole = type === 'create' && changed.length === 1
    const parts = isWhole ? [] : replacedParts(call)
    const text = isWhole ? textArgument(argumentsOf(call), newTextNames) : undefined
    const renamed = isWhole ? undefined : renamedEverywhere(call)?.from
    const written =
      text === undefined
        ? {}
        : { complete: new Set(text.split('\n').map(unaligned)), isWritten: true as const }
    return {
      path,
      isWhole,
      parts,
      first: starts[at] as number,
      end: starts[at + 1] ?? end,
      ...written,
      ...(renamed !== undefined && { renamed }),
    }
  })
}

const replacingProgram = /\b(?:sed|perl)\b/

/** The changes of a call whose lines are not candidates; with several files, the file of each line is unknown. */
export function keptEdits(call: ToolCallBlock): readonly FileEdit[] {
  const edits = fileEdits(call, { first: 0, end: 0 }, [])
  const handed = edits.length === 1 ? shellPatch(call) : undefined
  const lines = handed === undefined ? editLines(call) : patchLines(handed.patch)
  const removed = lines?.flatMap(({ sign, text }) => (sign === '-' ? [text.trim()] : [])) ?? []
  return edits.map(edit => ({ ...edit, removed }))
}

type Change = Extract<Intent, { readonly type: 'modify' | 'create' | 'delete' }>

function isChange(intent: Intent): intent is Change {
  return intent.type === 'modify' || intent.type === 'create' || intent.type === 'delete'
}
