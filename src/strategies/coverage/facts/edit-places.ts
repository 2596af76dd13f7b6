/** Which functions, tests and sections edits are in, as far as the session has shown the file around them. */
import { enclosingName, hasSections, isProse, isSectionHead } from '../../../ledger/facts/definitions.ts'
import { isNamedBy } from '../../../ledger/facts/file-changes.ts'
import { numberedLines } from '../../../reduce/content/file/numbered-lines.ts'
import { shownFile } from '../../../reduce/content/file/shown-file.ts'
import type { LocatedAction } from '../../../scan/actions/actions-in.ts'
import { type Hunk, isDiff, isPatch, patchedFiles } from '../../../scan/actions/apply-patch.ts'
import {
  argumentsOf,
  type CallArguments,
  newTextNames,
  oldTextNames,
  textArgument,
} from '../../../scan/actions/call-arguments.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { editArguments, patchArgument, replacementOf } from '../../../scan/actions/edit-lines.ts'
import { isCutOutput } from '../../../scan/actions/is-cut-output.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { sourceOf } from '../../../scan/actions/source-of.ts'
import { isCommentLine } from '../../../scan/code-line.ts'
import { markedLevel } from '../../../scan/heading-level.ts'
import { indentOf } from '../../../scan/lines.ts'
import { addToList } from '../../../tokens/add-to-list.ts'
import type { Message, ToolCallBlock } from '../../../types.ts'

export interface EditPlaces {
  readonly ofCall: (call: Pick<ToolCallBlock, 'callId'>) => readonly EditPlace[]
  readonly ofMessage: (message: number) => readonly EditPlace[]
}

/** The names of what the edits of a call in one file are in. */
export interface EditPlace {
  readonly path: string
  readonly names: readonly string[]
}

/** `actions`: of the whole conversation. `nameOf`: one name for each file. */
export function editPlaces(
  messages: readonly Message[],
  actions: readonly LocatedAction[],
  nameOf: (path: string) => string,
): EditPlaces {
  const ofCall = new Map<string, EditPlace[]>()
  const ofMessage = new Map<number, EditPlace[]>()
  const files = new Map<string, ShownPart[]>()
  for (const { message, block, action, answer } of actions) {
    const call = messages[message]?.blocks[block]
    if (!('path' in action) || action.path === undefined || call?.type !== 'toolCall') continue
    if (action.outcome === 'failed' || action.outcome === 'rejected') continue
    const path = nameOf(action.path)
    const parts = files.get(path) ?? []
    switch (action.type) {
      case 'read':
        if (answer !== undefined && isShownBy(call, action.path))
          files.set(path, [new ShownPart(answer.text), ...parts].slice(0, maxParts))
        break
      case 'create': {
        const text = textArgument(argumentsOf(call), newTextNames)
        files.set(path, text === undefined ? [] : [new ShownPart(text)])
        break
      }
      case 'modify': {
        const edits = editsOf(call, action.path)
        // A command that changes a file in place leaves nothing known of it.
        if (edits === undefined) files.delete(path)
        else {
          const names = [...new Set(edits.flatMap(edit => nameAround(edit, parts, path) ?? []))]
          if (names.length === 0) break
          addToList(ofCall, call.callId, { path, names })
          addToList(ofMessage, message, { path, names })
        }
        break
      }
      case 'delete':
      case 'move':
        files.delete(path)
        if (action.type === 'move') files.set(nameOf(action.to), parts)
    }
  }
  return {
    ofCall: ({ callId }) => ofCall.get(callId) ?? none,
    ofMessage: message => ofMessage.get(message) ?? none,
  }
}

/** Of a file, the latest. */
const maxParts = 8

const none: readonly EditPlace[] = []

/** Whether the answer is this file or consecutive lines of it, and nothing else. */
function isShownBy(call: ToolCallBlock, path: string): boolean {
  const source = sourceOf(call)
  return source.path === path && shownFile({ role: 'tool', kind: 'code', ...source }) !== undefined
}

interface Edit {
  readonly from: string
  readonly to: string
  /** What the edit says that it is in. */
  readonly heading: string
  readonly isEverywhere: boolean
}

/** `undefined` where it is not known what a call replaces. */
function editsOf(call: ToolCallBlock, path: string): readonly Edit[] | undefined {
  const args = argumentsOf(call)
  const patch = shellPatch(call)?.patch ?? patchArgument(args)
  if (patch !== undefined && (isPatch(patch) || isDiff(patch))) {
    const files = patchedFiles(patch)
    const own = files.length === 1 ? files : files.filter(file => isNamedBy(path, file))
    return own.length === 1 ? own.flatMap(({ hunks }) => hunks.map(hunkEdit)) : []
  }
  const edits = editArguments(args).flatMap(given => textEdit(given) ?? [])
  return edits.length === 0 ? undefined : edits
}

function hunkEdit({ heading, lines }: Hunk): Edit {
  const side = (sign: string): string =>
    lines.flatMap(line => (line[0] === sign || line[0] === ' ' ? [line.slice(1)] : [])).join('\n')
  return { from: side('-'), to: side('+'), heading, isEverywhere: false }
}

function textEdit(args: CallArguments): Edit | undefined {
  const from = textArgument(args, oldTextNames)
  if (from === undefined) return undefined
  const to = textArgument(args, newTextNames) ?? ''
  return { from, to, heading: '', isEverywhere: replacementOf(args) !== undefined }
}

/** The name of what an edit is in; the file is as the edit leaves it afterwards. */
function nameAround(edit: Edit, parts: readonly ShownPart[], path: string): string | undefined {
  const changed = firstChange(edit)
  let name: string | undefined
  for (const part of parts) {
    const above = part.replace(edit)
    if (above !== undefined && changed !== undefined)
      name ??= nameIn(above + changed.above, changed.line, path)
  }
  if (changed === undefined) return undefined
  return name ?? nameIn(`${edit.heading}\n${changed.above}`, changed.line, path)
}

interface ChangedLine {
  /** The lines of the edit that stay before it. */
  readonly above: string
  readonly line: string
}

/** The first line that an edit changes; `undefined` where it says nothing of where it is. */
function firstChange({ from, to, isEverywhere }: Edit): ChangedLine | undefined {
  if (isEverywhere) return undefined
  const [before, after] = [from.split('\n'), to.split('\n')]
  let at = 0
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1
  const line = [...after.slice(at), ...before.slice(at)].find(text => text.trim() !== '')
  return line === undefined
    ? undefined
    : {
        above: before
          .slice(0, at)
          .map(text => `${text}\n`)
          .join(''),
        line,
      }
}

/** `above`: all before the changed text, which may begin within a line. */
function nameIn(above: string, changed: string, path: string): string | undefined {
  if (hasSections(path) && isSectionHead(changed)) return undefined
  // An edit that begins with a heading is in its section.
  const own = isProse(path) && markedLevel(changed) !== undefined ? changed : ''
  if (isProse(path) || hasSections(path)) return enclosingName([...above.split('\n'), own], path)
  const start = above.lastIndexOf('\n') + 1
  const open = openLines(above.slice(0, start), indentOf(above.slice(start) + changed))
  return open.length === 0 ? undefined : enclosingName(open, path)
}

/** `) error {`, `} else {`, a brace below its head: another line with the same indent opens it. */
const goesOn = /^\s{0,80}[)}\]{]/

/** The lines that a line is nested in, outermost first; `above` ends where it begins. */
function openLines(above: string, indent: number): readonly string[] {
  const open: string[] = []
  let limit = indent
  let isOpened = true
  for (let end = above.length - 1; end > 0 && (limit > 0 || !isOpened); ) {
    const start = above.lastIndexOf('\n', end - 1) + 1
    const line = above.slice(start, end)
    const own = indentOf(line)
    if ((own < limit || (own === limit && !isOpened)) && own < line.length && !isCommentLine(line)) {
      open.push(line)
      limit = own
      isOpened = !goesOn.test(line)
    }
    end = start - 1
  }
  return open.reverse()
}

/** After more edits than these, what was shown has little to do with the file. */
const maxEdits = 40
const maxLength = 400_000

/** Consecutive lines of a file, as an answer has shown them and edits have left them. */
class ShownPart {
  #text: string
  #isRead = false
  #edits = 0

  constructor(answer: string) {
    this.#text = answer
  }

  /** The text before the edited one; `undefined` where that does not occur, or not only once. */
  replace({ from, to, isEverywhere }: Edit): string | undefined {
    this.#edits += 1
    if (this.#edits > maxEdits || this.#text.length > maxLength) return undefined
    if (!this.#isRead) this.#text = fileText(this.#text)
    this.#isRead = true
    if (isEverywhere) {
      this.#text = this.#text.replaceAll(from, () => to)
      return undefined
    }
    const text = this.#text
    const at = text.indexOf(from)
    if (at < 0 || text.indexOf(from, at + 1) >= 0) return undefined
    const above = text.slice(0, at)
    this.#text = above + to + text.slice(at + from.length)
    return above
  }
}

/** Without line numbers; empty where lines are missing between others. */
function fileText(answer: string): string {
  const text = commandOutput(answer)
  if (isCutOutput(text)) return ''
  const lines = text.split('\n')
  const numbered = numberedLines(lines)
  if (numbered === undefined) return text
  const { first, end, jumps, lengths } = numbered
  if (jumps > 0) return ''
  return lines
    .slice(first, end)
    .map((line, at) => line.slice(lengths[first + at]))
    .join('\n')
}
