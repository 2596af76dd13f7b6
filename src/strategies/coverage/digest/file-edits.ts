/** Which of the lines of a call belong to which file that it changes. */
import type { Intent } from '../../../scan/actions/action.ts'
import { patchIntents } from '../../../scan/actions/apply-patch.ts'
import { argumentsOf } from '../../../scan/actions/call-arguments.ts'
import { commandOf, directoryOf } from '../../../scan/actions/call-command.ts'
import { editLines, patchLines, replacedParts } from '../../../scan/actions/edit-lines.ts'
import { replacedTexts } from '../../../scan/actions/shell/replaced-texts.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { ToolCallBlock } from '../../../types.ts'
import type { FileEdit } from './replaced-lines.ts'

/** `labels`: of all lines; without a sign one names the next file of a patch. */
export function fileEdits(
  call: ToolCallBlock,
  { first, end }: Pick<FileEdit, 'first' | 'end'>,
  labels: readonly string[],
): readonly FileEdit[] {
  const handed = shellPatch(call)
  const command = handed === undefined ? commandOf(call) : undefined
  if (command !== undefined)
    return mayReplace.test(command)
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
  // Where a line was left out, which file the others are of is not known.
  if (starts.length !== changed.length) return []
  return changed.map(({ type, path }, at): FileEdit => {
    const isWhole = type === 'create' && changed.length === 1
    const parts = isWhole ? [] : replacedParts(call)
    return { path, isWhole, parts, first: starts[at] as number, end: starts[at + 1] ?? end }
  })
}

const mayReplace = /\b(?:sed|perl)\b/

/** What a call changes whose lines are no candidates; of several files which line is of which is not known. */
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
