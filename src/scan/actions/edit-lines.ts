/** The lines that an edit takes out of a file and puts into it, without those that it leaves as they were, but for what fragments are part of. */
import type { ToolCallBlock } from '../../types.ts'
import { indentOf } from '../lines.ts'
import { opensBlock } from '../opens-block.ts'
import { type Hunk, isDiff, isPatch, type PatchedFile, patchedFiles } from './apply-patch.ts'
import {
  argumentsOf,
  type CallArguments,
  entryArguments,
  listArgument,
  newTextNames,
  oldTextNames,
  textArgument,
} from './call-arguments.ts'
import { onlyHere } from './only-here.ts'

export interface EditLine {
  /** A space before what stays as it was; empty before the name of each further file of a patch, which comes before its lines. */
  readonly sign: '+' | '-' | ' ' | ''
  readonly text: string
}

/** The patch that a call hands over; `undefined` where it has none. */
export function patchArgument(args: CallArguments): string | undefined {
  return textArgument(args, ['input', 'patch', 'diff', 'patchText', 'patch_text'])
}

const editNames: readonly string[] = ['edits', 'changes', 'replacements']

/** What a call wants to have in place of what: the call itself, and the edits that it lists. */
export function editArguments(args: CallArguments): readonly CallArguments[] {
  const listed = listArgument(args, editNames)
  return listed.length === 0 ? [args] : [args, ...listed.map(entryArguments)]
}

/** A text that an edit replaces everywhere in a file. */
export interface TextReplacement {
  readonly from: string
  readonly to: string
}

const everywhereNames: readonly string[] = ['replace_all', 'replaceAll', 'allow_multiple']

/** A text inside a line that is replaced everywhere; `undefined` where an edit replaces one place, or whole lines. */
export function replacementOf(args: CallArguments): TextReplacement | undefined {
  const from = lineArgument(args, oldTextNames)
  const to = lineArgument(args, newTextNames)
  const isEverywhere = everywhereNames.some(name => Object.hasOwn(args, name) && args[name] === true)
  return isEverywhere && from !== undefined && to !== undefined ? { from, to } : undefined
}

const maxPartLength = 200

/** A text without a line break. */
function lineArgument(args: CallArguments, names: readonly string[]): string | undefined {
  const text = textArgument(args, names)
  return text !== undefined && text.length <= maxPartLength && !text.includes('\n') ? text : undefined
}

/** Texts inside lines that a call replaces: a line that has one of them is no longer as it was. */
export function replacedParts(call: Pick<ToolCallBlock, 'text'>): readonly string[] {
  return editArguments(argumentsOf(call)).flatMap(args => {
    const part = lineArgument(args, oldTextNames)?.trim()
    if (part === undefined || part.length < minPartLength) return []
    const after = (textArgument(args, newTextNames) ?? '').split('\n')
    return after.some(line => line.trim() === part) ? [] : [part]
  })
}

/** What the only edit of a call replaces everywhere by another text within lines. */
export function renamedEverywhere(call: Pick<ToolCallBlock, 'text'>): TextReplacement | undefined {
  const [own, listed, ...others] = editArguments(argumentsOf(call))
  const edit = listed ?? own
  const found = edit === undefined || others.length > 0 ? undefined : replacementOf(edit)
  if (found === undefined) return undefined
  const [from, to] = [found.from.trim(), found.to.trim()]
  return from === '' || to === '' ? undefined : { from, to }
}

/** Shorter ones may be in any line. */
const minPartLength = 4

/** For each edit the lines that it removes, then those that it adds; `undefined` where a call replaces nothing. */
export function editLines(call: Pick<ToolCallBlock, 'text'>): readonly EditLine[] | undefined {
  const args = argumentsOf(call)
  const patch = patchArgument(args)
  if (patch !== undefined && (isPatch(patch) || isDiff(patch))) return patchLines(patch)
  const changes = editArguments(args).flatMap(replacement)
  return changes.length === 0 ? undefined : changes
}

/** The lines that a patch removes from each file and adds to it. */
export function patchLines(patch: string): readonly EditLine[] {
  const files = patchedFiles(patch)
  const first = files[0]?.path ?? ''
  return files.flatMap((file, at) => {
    const lines = file.hunks.flatMap(hunkLines)
    return at === 0 ? lines : [{ sign: '', text: fileHeading(file, first) }, ...lines]
  })
}

/** In order, without lines that a hunk rewrites unchanged. */
function hunkLines({ lines }: Hunk): readonly EditLine[] {
  const all = lines.flatMap((line, at) => {
    const sign = line[0]
    return sign === '+' || sign === '-' || sign === ' ' ? [{ at, sign, text: line.slice(1) } as const] : []
  })
  const signed = all.filter(({ sign }) => sign !== ' ')
  const gone = signed.filter(({ sign }) => sign === '-')
  const put = signed.filter(({ sign }) => sign === '+')
  const keyOfText = lineKey(
    gone.map(({ text }) => text),
    put.map(({ text }) => text),
  )
  const keyOf = ({ text }: EditLine): string => keyOfText(text)
  const added = onlyHere(put, gone, keyOf)
  const opening = openingLines(
    all.filter(({ sign }) => sign !== '-'),
    new Set(added),
  ).map(line => ({ ...line, sign: ' ' as const }))
  return [...onlyHere(gone, put, keyOf), ...added, ...opening]
    .sort((one, other) => one.at - other.at)
    .map(({ sign, text }) => ({ sign, text }))
}

const doneTo = { create: ' (added)', modify: '', delete: ' (deleted)' } as const

/** `publish.yml:`, `src/old.ts (deleted):`; `first`: the file that names the patch. */
function fileHeading({ type, path, movedTo }: PatchedFile, first: string): string {
  const moved = movedTo === undefined ? '' : ` → ${pathBeside(movedTo, first)}`
  return `${pathBeside(path, first)}${moved}${doneTo[type]}:`
}

/** Without the directory that both are in; what is below the root of a file system is shown from where they part. */
function pathBeside(path: string, first: string): string {
  const [own, other] = [path.split('/'), first.split('/')]
  const shared = own.findIndex((name, at) => name !== other[at])
  const isBeside = shared < 0 || (shared === own.length - 1 && shared === other.length - 1)
  if (isBeside) return own.at(-1) as string
  return shared > 1 && path.startsWith('/') ? `…/${own.slice(shared).join('/')}` : path
}

function replacement(args: CallArguments): readonly EditLine[] {
  const before = textArgument(args, oldTextNames)?.split('\n')
  if (before === undefined) return []
  const after = (textArgument(args, newTextNames) ?? '').split('\n').map((text, at) => ({ at, text }))
  const afterTexts = after.map(({ text }) => text)
  const keyOf = lineKey(before, afterTexts)
  const added = new Set(
    onlyHere(
      after,
      before.map(text => ({ at: 0, text })),
      ({ text }) => keyOf(text),
    ),
  )
  const opening = new Set(openingLines(after, added))
  return [
    ...onlyHere(before, afterTexts, keyOf).map((text): EditLine => ({ sign: '-', text })),
    ...after.flatMap((line): readonly EditLine[] =>
      added.has(line) || opening.has(line) ? [{ sign: added.has(line) ? '+' : ' ', text: line.text }] : [],
    ),
  ]
}

/** `path: root,`, `return read(path)`, `.filter(isOpen)`: says little without what it is part of. */
const fragment =
  /,\s{0,4}$|^\s{0,80}(?:return|yield|raise|throw|break|continue|case|default|else|elif)(?!\w)|^\s{1,80}[.&|?:+]/

/** Lines that stay as they are and open what added fragments are part of. `lines`: of the new text. */
function openingLines<Line extends { readonly text: string }>(
  lines: readonly Line[],
  added: ReadonlySet<Line>,
): readonly Line[] {
  const open: Line[] = []
  const opening = new Set<Line>()
  for (const line of lines) {
    if (trimmed(line.text) === '') continue
    const indent = indentOf(line.text)
    while (open.length > 0 && indentOf((open.at(-1) as Line).text) >= indent) open.pop()
    const around = open.at(-1)
    const isPart = added.has(line) && fragment.test(line.text)
    if (isPart && around !== undefined && !added.has(around) && opensBlock(around.text)) opening.add(around)
    open.push(line)
  }
  return [...opening]
}

/** A line with new indentation alone is unchanged. */
function trimmed(line: string): string {
  return line.trim()
}

/**
 * What makes two lines of an edit the same: columns that a formatter has moved are unchanged, unless an edit changes nothing but
 * spaces.
 */
export function lineKey(before: readonly string[], after: readonly string[]): (line: string) => string {
  const isChanged =
    before.length !== after.length ||
    before.some((line, at) => unaligned(line) !== unaligned(after[at] ?? ''))
  return isChanged ? unaligned : trimmed
}

const columns = /\S(?: {2}|\t)/

/** `ID:      7,` → `ID: 7,` */
export function unaligned(line: string): string {
  const bare = trimmed(line)
  return columns.test(bare) ? bare.replace(/[ \t]+/g, ' ') : bare
}
