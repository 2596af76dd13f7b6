/** The arguments of a call, line by line, by their values. */
import type { Piece } from '../../../reduce/content/content.ts'
import { contentReader } from '../../../reduce/content/index.ts'
import { leadingSpace } from '../../../reduce/pieces/parts.ts'
import type { TodoState } from '../../../scan/actions/action.ts'
import {
  argumentsOf,
  isHostArgument,
  newTextNames,
  textArgument,
} from '../../../scan/actions/call-arguments.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { commandStart } from '../../../scan/actions/describe-call.ts'
import { type EditLine, editLines, patchLines, renamedEverywhere } from '../../../scan/actions/edit-lines.ts'
import { inlineMessages } from '../../../scan/actions/inline-messages.ts'
import { isWaiting } from '../../../scan/actions/late-results.ts'
import type { NamedCall } from '../../../scan/actions/remembered-call.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { wordCut } from '../../../scan/word-cut.ts'
import { jsonValue } from '../../../tokens/json-value.ts'
import type { ToolCallBlock } from '../../../types.ts'
import { cutPairs } from './cut-pairs.ts'
import { OpenLiteral } from './open-literal.ts'

const maxLineLength = 240
const maxDepth = 32

/**
 * Values that the title already contains are left out. `{"file_path": "a.ts", "old_string": "x\ny"}` → `file_path: a.ts`,
 * `old_string: x`, `y`.
 */
export function argumentLines(call: ToolCallBlock, title: string): readonly LabelledPiece[] {
  const isRun = commandOf(call) !== undefined
  const handed = isRun ? shellPatch(call) : undefined
  const changes = handed !== undefined ? patchLines(handed.patch) : isRun ? undefined : editLines(call)
  if (changes !== undefined) return (isRun ? undefined : renamedPiece(call)) ?? changedPieces(changes)
  const written = isRun ? undefined : writtenText(call)
  if (written !== undefined) return filePieces(written.text, written.path)
  const begun = title.endsWith(leftOut) ? title.slice(call.name.length + 1, -leftOut.length) : ''
  // The command that it waits for is only a number.
  const ofHost = isWaiting(call.name) ? ofTask : undefined
  // The title is taken from one line.
  let isTitled = begun === ''
  const restIn = (line: string): string | undefined => {
    const rest = isTitled ? undefined : restOf(line, begun, isRun)
    isTitled ||= rest !== undefined
    return rest
  }
  return linesOf(call, { restIn, isRun })
    .filter(
      ({ label, text }) =>
        !title.includes(asInTitle(text)) &&
        !(label !== '' && (isRun ? ofRun.test(label) : isHostArgument(label.slice(0, -2)))) &&
        !(ofHost?.test(label) === true || (isRun && launcher.test(text))),
    )
    .map(({ label, text, isRest }) => ({ label, text, lines: isRest ? 0 : 1, value: 'plain' }))
}

/** Titles name files without `./`, and one line of a command. */
function asInTitle(text: string): string {
  const from = text.startsWith('./') ? './'.length : 0
  return text.slice(from, text.endsWith(goesOn) ? -goesOn.length : undefined)
}

/** This many shared characters are not a coincidence. */
const minShared = 20

/** The end of a line of a command that continues in the next line. */
const goesOn = ' \\'

/** The rest of the line that the title begins: `… --watch`; `undefined` for another line. */
function restOf(line: string, begun: string, isRun: boolean): string | undefined {
  const said = isRun ? commandStart(line) : line
  const from = said.startsWith(begun) ? 0 : begun.indexOf(said.slice(0, minShared))
  if (from < 0 || !said.startsWith(begun.slice(from))) return undefined
  const rest = said.slice(begun.length - from).trimEnd()
  return rest === '' || rest === goesOn ? '' : `…${rest}`
}

const ofTask = /^(?:session|bash|shell|task|terminal)?_?id: $/i

/** A text that is replaced everywhere is shown with what takes its place: each alone would say that something is new or gone. */
function renamedPiece(call: ToolCallBlock): readonly LabelledPiece[] | undefined {
  const renamed = renamedEverywhere(call)
  if (renamed === undefined) return undefined
  return [{ label: 'everywhere: ', text: `${renamed.from} → ${renamed.to}`, lines: 1, value: 'useful' }]
}

/** The lines of each further file of a patch are shown under its name. */
function changedPieces(changes: readonly EditLine[]): readonly LabelledPiece[] {
  const pieces: LabelledPiece[] = []
  // Where nothing takes their place, it matters which definitions are gone.
  const defining = changes.some(({ sign }) => sign === '+') ? '+' : '-'
  // The name of what is gone says enough: names within it are gone, too.
  const deepest = defining === '+' ? Number.POSITIVE_INFINITY : outermostIndent(changes)
  let file: number | undefined
  const texts = cutPairs(changes)
  const literals = { '+': new OpenLiteral(), '-': new OpenLiteral() }
  for (const [at, { sign, text }] of changes.entries()) {
    const literal = sign === '+' || sign === '-' ? literals[sign] : undefined
    if (text.trim() === '') {
      const before = pieces.at(-1)
      if (literal?.isOpen === true && before?.label === sign)
        pieces[pieces.length - 1] = { ...before, text: `${before.text}\n` }
      continue
    }
    literal?.add(text)
    const isName = sign === ''
    if (isName) file = pieces.length
    pieces.push({
      label: sign,
      text: texts[at] as string,
      lines: 1,
      value:
        isName || sign === ' '
          ? 'noise'
          : sign === defining && leadingSpace(text) <= deepest && defines.test(text)
            ? 'useful'
            : 'plain',
      ...(isName ? { isStatement: true } : file === undefined ? {} : { under: file }),
    })
  }
  return pieces
}

/** Of the removed lines that say something. */
function outermostIndent(changes: readonly EditLine[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const { sign, text } of changes)
    if (sign === '-' && /\w/.test(text)) least = Math.min(least, leadingSpace(text))
  return least
}

/** The text of a file that a call creates. */
function writtenText(call: ToolCallBlock): { readonly path: string; readonly text: string } | undefined {
  const [intent] = toolIntents(call)
  if (intent?.type !== 'create' || intent.isDirectory === true) return undefined
  const text = textArgument(argumentsOf(call), newTextNames)
  return text === undefined ? undefined : { path: intent.path, text }
}

/** The pieces of a file, as its kind of content rates them. */
function filePieces(text: string, path: string): readonly LabelledPiece[] {
  const source = { role: 'tool', kind: 'code', path } as const
  return contentReader(text, source)
    .pieces(text, source)
    .filter(({ isTitle }) => isTitle !== true)
    .map(({ under: _, ...piece }) => piece)
}

/**
 * A line that identifies a change: a definition, a constant, a key, a heading, an item of a list; not a variable without a
 * value.
 */
const defines =
  /^\s{0,8}(?:(?:export |default |public |private |protected |static |async |abstract |pub )*(?:function|class|interface|enum|struct|trait|def|fn|func|const|let|var(?! \w{1,60} \S{1,60}(?: \{)?$)|type|module|impl)(?!\w)|@\w|#{1,6} |[-*] |\d{1,3}[.)] |["']?[\w.-]{2,60}["']?\s?[:=](?!=))/

/** Of the arguments of a command, only the command matters. */
const ofRun =
  /^(?!(?:command|cmd|script|CommandLine|command_line|bash_command|shell_command|input): )\w{1,40}: $/
/** `bash`, `-lc`: the program that runs a command. */
const launcher =
  /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|k|z)?sh$|^-[a-z]{0,3}c$|^(?:cmd|powershell|pwsh)(?:\.exe)?$|^\/c$|^-(?:command|noprofile|nologo|noninteractive)$/i
/** Permissions that a call asks for. */
const ofPermission = /^allowed[A-Z_]/

/** `old_string: ` belongs to the tool: it is shown, and carries no information. */
export interface LabelledPiece extends Piece {
  readonly label?: string
}

/** `restIn`: what a line says beyond the title; `undefined` where the title does not begin with it. */
function linesOf(call: ToolCallBlock, form: Omit<Collected, 'lines'>): readonly Line[] {
  const found: Collected = { lines: [], ...form }
  const value = todoLines(call) ?? argumentValue(call)
  if (value === undefined) addText('', call.text, found)
  else addValue('', value, found, 0)
  return found.lines
}

interface Collected {
  readonly lines: Line[]
  readonly restIn: (line: string) => string | undefined
  readonly isRun: boolean
}

const marks: Readonly<Record<TodoState, string>> = { pending: ' ', active: '~', done: 'x', cancelled: '-' }

/** `[x] write the test`, once for each item; `undefined` where the call does not set a whole list. */
export function todoLines(call: NamedCall): readonly string[] | undefined {
  const [intent] = toolIntents(call)
  if (intent?.type !== 'todo' || !intent.isWhole) return undefined
  return intent.items.map(({ text, state }) => `[${marks[state]}] ${text}`)
}

/** The end of a title or a line that shows only its beginning. */
const leftOut = ' …'

/** `file_path: ` and `a.ts`; only the first non-empty line of a value has its name before it. */
interface Line {
  readonly label: string
  readonly text: string
  /** It continues the line before it. */
  readonly isRest: boolean
}

/** `undefined` where the arguments are a text. */
function argumentValue(call: ToolCallBlock): unknown {
  const { text, media } = call
  if (text.startsWith('{')) {
    // They were already parsed to name the call.
    const args = argumentsOf(call)
    if (args.input === text) return undefined
    return Object.fromEntries(Object.entries(args).filter(([name]) => !ofPermission.test(name)))
  }
  return media === 'json' || text.startsWith('[') ? jsonValue(text) : undefined
}

function addValue(name: string, value: unknown, found: Collected, depth: number): void {
  if (typeof value === 'string') addText(name, value, found)
  else if (typeof value !== 'object' || value === null) addText(name, String(value), found)
  else if (depth >= maxDepth) addText(name, '…', found)
  // One number of a range means nothing without the other.
  else if (isNumbers(value)) addText(name, `[${value.join(', ')}]`, found)
  else
    for (const [key, entry] of Object.entries(value))
      addValue(Array.isArray(value) ? name : key, entry, found, depth + 1)
}

/** A longer list is not a range. */
const maxNumbers = 4

function isNumbers(value: object): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.length <= maxNumbers &&
    value.every(entry => typeof entry === 'number')
  )
}

function addText(name: string, text: string, { lines, restIn, isRun }: Collected): void {
  let label = name === '' ? '' : `${name}: `
  for (const line of (isRun ? inlineMessages(text) : text).split('\n')) {
    const left = restIn(line)
    if (left !== undefined) label = ''
    for (let rest = left ?? line; rest !== ''; ) {
      const cut = wordCut(rest, maxLineLength)
      lines.push({ label, text: cut, isRest: rest !== line })
      label = ''
      rest = rest.slice(cut.length)
    }
  }
}
