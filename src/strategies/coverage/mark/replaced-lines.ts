/** Lines of a file that a later edit removed or changed: a reader would take them for the current content. */
import type { Intent } from '../../../scan/actions/action.ts'
import { patchIntents } from '../../../scan/actions/apply-patch.ts'
import { argumentsOf } from '../../../scan/actions/call-arguments.ts'
import { commandOf, directoryOf } from '../../../scan/actions/call-command.ts'
import { editLines, patchLines, replacedParts } from '../../../scan/actions/edit-lines.ts'
import { pathResolver } from '../../../scan/actions/path-resolver.ts'
import { replacedTexts } from '../../../scan/actions/shell/replaced-texts.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { ToolCallBlock } from '../../../types.ts'

/** What one call changed in a file, or showed of it. */
export interface FileEdit {
  readonly path: string
  /** It wrote or showed the whole file: its lines have no sign. */
  readonly isWhole: boolean
  /** Texts within lines that it replaced. */
  readonly parts: readonly string[]
  readonly first: number
  readonly end: number
  /** Extracts the line of the file from a line that shows more. */
  readonly lineIn?: (text: string) => string
  /** Lines that it removed, where they are not candidates. */
  readonly removed?: readonly string[]
}

interface EditLines {
  readonly texts: ArrayLike<string>
  readonly labels: ArrayLike<string>
}

/** Shorter lines, as `return nil`, occur often in a file; they are gone only if the line before them is gone. */
const minLength = 16
/** Only this many replaced texts of a file, the latest, are searched: each line is compared with all of them. */
const maxParts = 16

/** What later edits removed from a file. */
interface Removed {
  readonly lines: Set<string>
  readonly parts: string[]
}

/** `edits`: applied edits and shown files, in order. */
export function replacedLines(edits: readonly FileEdit[], { texts, labels }: EditLines): readonly number[] {
  const replaced: number[] = []
  const removed = new Map<string, Removed>()
  const resolver = pathResolver(edits.map(({ path }) => path))
  for (const edit of edits.toReversed()) {
    const { path: written, isWhole, parts, first, end, lineIn, removed: gone = [] } = edit
    const found = resolver.resolve(written)
    const path = typeof found === 'object' ? found.path : written
    const later = removed.get(path)
    const own = [...gone]
    let isBesideGone = false
    for (let at = first; at < end; at += 1) {
      const text = texts[at] as string
      const line = (lineIn === undefined ? text : lineIn(text)).trim()
      const label = labels[at]
      if (label === '-') own.push(line)
      else if ((isWhole || label === '+') && later !== undefined) {
        isBesideGone = isGone(line, later, isBesideGone)
        if (!isBesideGone) continue
        // A removed line whose replacement is hidden would read as a deletion.
        for (let before = at - 1; before >= first && labels[before] === '-'; before -= 1)
          replaced.push(before)
        replaced.push(at)
      }
    }
    if (own.length === 0 && parts.length === 0) continue
    const known = later ?? { lines: new Set(), parts: [] }
    removed.set(path, known)
    for (const line of own) known.lines.add(line)
    known.parts.push(...parts.slice(0, maxParts - known.parts.length))
  }
  return replaced
}

/** `isBesideGone`: the line before it is gone; a short line follows it. */
function isGone(line: string, { lines, parts }: Removed, isBesideGone: boolean): boolean {
  return (
    ((line.length >= minLength || isBesideGone) && lines.has(line)) || parts.some(part => line.includes(part))
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
    return { path, isWhole, parts, first: starts[at] as number, end: starts[at + 1] ?? end }
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
