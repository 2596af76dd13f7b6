/** What an edit changes in a file: definitions by name and signature, and the lines of both sides. */
import { type Hunk, type PatchedFile, patchedFiles } from '../../scan/actions/apply-patch.ts'
import {
  argumentsOf,
  type CallArguments,
  newTextNames,
  oldTextNames,
  textArgument,
} from '../../scan/actions/call-arguments.ts'
import {
  editArguments,
  patchArgument,
  replacementOf,
  type TextReplacement,
} from '../../scan/actions/edit-lines.ts'
import { fileName, joinPath } from '../../scan/actions/shell/join-path.ts'
import type { WrittenText } from '../../scan/actions/shell/written-texts.ts'
import { isCommentLine } from '../../scan/code-line.ts'
import { rememberedByKey } from '../../tokens/remembered.ts'
import type { ToolCallBlock } from '../../types.ts'
import type { SymbolChange } from '../ledger.ts'
import { boundedLines, type ChangedLines, changedLines, signedLines } from './changed-lines.ts'
import { bareHead, type Definition, definitionsIn, isProse, isSameDefinition } from './definitions.ts'

const maxNames = 8
/** Definitions of a file that are looked at. */
export const maxChanges = 40
const maxTextLength = 40_000

export interface FileChange {
  /** What it defines, or else what it uses for the first time; `removed x` for what is gone. */
  readonly names: readonly string[]
  readonly changes: readonly SymbolChange[]
  /** `+` and `-` in front, new lines first; the signatures of a file that is written whole. */
  readonly lines: readonly string[]
  /** What it replaces everywhere in the file. */
  readonly replacements: readonly TextReplacement[]
}

/** Both sides of all edits of a file. */
export interface FileSides {
  readonly added: string
  readonly removed: string
  readonly isWhole: boolean
}

/** What a call does to each file; the call is read once. */
export interface CallChanges {
  readonly changeOf: (path: string) => FileChange
  readonly sidesOf: (path: string) => FileSides
}

const changesOnce = rememberedByKey<CallChanges>({ minLength: 0 })

export function changesOf(call: Pick<ToolCallBlock, 'text'>): CallChanges {
  return changesOnce(
    call.text,
    () => '',
    () => readChanges(call),
  )
}

function readChanges(call: Pick<ToolCallBlock, 'text'>): CallChanges {
  const args = argumentsOf(call)
  const patch = patchArgument(args)
  if (patch !== undefined) return patchChanges(patch)
  const edits = editArguments(args)
  const sides = edits.map(sidesOf).filter(side => side.added !== '' || side.removed !== '')
  const replacements = edits.map(replacementOf).filter(each => each !== undefined)
  const file = { sides, replacements, isWhole: sides.length === 1 && isWholeFile(args) }
  return callChanges(() => file)
}

/** What a patch does to each file. */
export function patchChanges(patch: string): CallChanges {
  const files = Map.groupBy(patchedFiles(patch.slice(0, maxTextLength)), file => fileName(file.path))
  return callChanges(path => {
    const alike = files.get(fileName(path))?.slice(0, maxAlike) ?? []
    const named = alike.filter(file => isNamedBy(path, file))
    const sides = named.flatMap(({ hunks }) => hunks.map(sidesOfHunk))
    return { sides, replacements: [], isWhole: named.length === 1 && named[0]?.type === 'create' }
  })
}

/** What texts that are written into files do to each; what the files had before is not known. */
export function writtenChanges(
  texts: readonly WrittenText[],
  replacementsIn: (path: string) => readonly TextReplacement[],
): CallChanges {
  const byPath = Map.groupBy(texts, ({ path }) => path)
  return callChanges(path => {
    const own = byPath.get(path) ?? []
    const sides = own.map(({ text }) => ({ added: text.slice(0, maxTextLength), removed: '', around: '' }))
    return {
      sides,
      replacements: replacementsIn(path),
      isWhole: own.length === 1 && own[0]?.isWhole === true,
    }
  })
}

/** Files of a patch that have the same name in different directories. */
const maxAlike = 50

/** Whether a patch names a file; the directory of a command may be in front of what its patch spells out. */
export function isNamedBy(path: string, { path: from, movedTo }: PatchedFile): boolean {
  return [from, movedTo].some(
    own => own !== undefined && `/${path}`.endsWith(`/${joinPath(undefined, own).replace(/^\//, '')}`),
  )
}

function sidesOfHunk({ heading, lines }: Hunk): Sides {
  const side = (mark: string): string =>
    lines.flatMap(line => (line.startsWith(mark) ? [line.slice(1)] : [])).join('\n')
  const around = lines.flatMap(line => (/^[+-]/.test(line) ? [] : [line.slice(1)]))
  return { added: side('+'), removed: side('-'), around: [heading, ...around].join('\n') }
}

interface ChangedFile {
  readonly sides: readonly Sides[]
  readonly replacements: readonly TextReplacement[]
  readonly isWhole: boolean
}

function callChanges(fileAt: (path: string) => ChangedFile): CallChanges {
  const known = new Map<string, FileChange>()
  return {
    changeOf: path => {
      let change = known.get(path)
      if (change === undefined) {
        change = changeOf(fileAt(path), path)
        known.set(path, change)
      }
      return change
    },
    sidesOf: path => {
      const { sides, isWhole } = fileAt(path)
      const added = sides.map(side => side.added).join('\n')
      return { added, removed: sides.map(side => side.removed).join('\n'), isWhole }
    },
  }
}

interface Sides {
  readonly added: string
  readonly removed: string
  /** Lines that are shown around it, and stay. */
  readonly around: string
}

function sidesOf(args: CallArguments): Sides {
  return {
    added: (textArgument(args, newTextNames) ?? '').slice(0, maxTextLength),
    removed: (textArgument(args, oldTextNames) ?? '').slice(0, maxTextLength),
    around: '',
  }
}

function isWholeFile(args: CallArguments): boolean {
  return textArgument(args, ['content', 'contents', 'file_text']) !== undefined
}

function changeOf({ sides, replacements, isWhole }: ChangedFile, path: string): FileChange {
  const all = sides.flatMap(side => definitionChanges(side, path))
  const changes = withoutMoves(all, sides).slice(0, maxChanges)
  const defined = changes.map(({ how, name }) => (how === 'removed' ? `removed ${name}` : name))
  const names = defined.filter(name => !name.includes(','))
  const isNamed = names.length > 0 || isProse(path)
  const lines = isWhole && isNamed ? noLines : linesOf(sides)
  return {
    names: [...new Set(isNamed ? names : usedNames(sides, lines.added))].slice(0, maxNames),
    changes,
    lines: isWhole ? boundedLines(changes.map(({ signature }) => `+${signature}`)) : signedLines(lines),
    replacements,
  }
}

const noLines: ChangedLines = { added: [], removed: [] }

/** Over all edits of a call. */
function linesOf(sides: readonly Sides[]): ChangedLines {
  const all = sides.map(({ removed, added }) => changedLines(removed, added))
  return {
    added: all.flatMap(({ added }) => added),
    removed: all.flatMap(({ removed }) => removed),
  }
}

function definitionChanges({ added, removed, around }: Sides, path: string): readonly SymbolChange[] {
  const before = definitionsIn(removed, path)
  const after = definitionsIn(added, path)
  if (before.size === 0 && after.size === 0) return []
  const kept = around === '' ? new Map<string, Definition>() : definitionsIn(around, path)
  const changes: SymbolChange[] = []
  const isWhole = removed === '' && around === ''
  for (const definition of after.values()) {
    const { name, signature, section = '' } = definition
    // The head of a section stands for its keys; a file that is written whole is described by them.
    if (!isWhole && after.has(section) && !before.has(section) && !kept.has(section)) continue
    const old = before.get(name)
    if (old === undefined) changes.push({ how: kept.has(name) ? 'changed' : 'added', name, signature })
    else if (!isSameDefinition(old, definition)) changes.push({ how: 'changed', name, signature })
  }
  for (const { name, signature, section = '' } of before.values())
    if (
      !after.has(name) &&
      !kept.has(name) &&
      (!before.has(section) || after.has(section) || kept.has(section))
    )
      changes.push({ how: 'removed', name, signature })
  return changes
}

/** What an edit takes out at one place and puts in at another is neither removed nor new. */
function withoutMoves(changes: readonly SymbolChange[], sides: readonly Sides[]): readonly SymbolChange[] {
  if (changes.length === 0 || sides.every(({ removed }) => removed === '')) return changes
  const headsOf = (texts: readonly string[]): ReadonlySet<string> =>
    new Set(texts.flatMap(text => text.split('\n').map(bareHead)))
  const added = headsOf(sides.map(side => side.added))
  const removed = headsOf(sides.map(side => side.removed))
  return changes.flatMap((change): readonly SymbolChange[] => {
    const head = bareHead(change.signature)
    if (change.how === 'removed') return added.has(head) ? [] : [change]
    return [change.how === 'added' && removed.has(head) ? { ...change, how: 'changed' } : change]
  })
}

/** `parse(`, not `t.Error(`: what another thing does is not what the file is about. */
const called = /(?<![.\w$])([A-Za-z_$][\w$]{3,60})\(/g
const compound = /\b([a-z]+(?:[A-Z]\w+)|[a-z][^\W_]*_\w+|[A-Z]\w+[a-z][A-Z]\w+|[A-Z]+_[A-Z_]+)\b/g

/** Where nothing is defined: names that the new side has and the old one has not. */
function usedNames(sides: readonly Sides[], addedLines: readonly string[]): readonly string[] {
  // A line that both sides have brings no new name, and a comment only speaks of what it names.
  const added = addedLines.filter(line => !isCommentLine(line)).join('\n')
  const before = sides.map(({ removed, around }) => `${removed}\n${around}`).join('\n')
  for (const pattern of [compound, called]) {
    const used = matches(added, pattern)
    if (used.size === 0) continue
    const known = matches(before, pattern)
    const names = [...used].filter(name => !known.has(name))
    if (names.length > 0) return names.slice(0, maxNames / 2)
  }
  return []
}

function matches(text: string, pattern: RegExp): ReadonlySet<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(pattern)) found.add(match[1] as string)
  return found
}
