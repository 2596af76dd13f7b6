/** What an edit brought into a file: the names that it defines, or else those that it uses for the first time. */
import {
  argumentsOf,
  type CallArguments,
  entryArguments,
  listArgument,
  newTextNames,
  oldTextNames,
  textArgument,
} from '../../scan/actions/call-arguments.ts'
import { fileName } from '../../scan/actions/shell/join-path.ts'
import type { ToolCallBlock } from '../../types.ts'

const maxNames = 4
const maxTextLength = 20_000

/** `function name`, `class Name`, `const name =`, `func (r *Reader) Name`. */
const definition =
  /\b(?:function|class|interface|enum|struct|trait|def|fn|func|const|type)\b[ *]{1,3}([A-Za-z_$][\w$]{2,60})(?=[\s]{0,2}[(<{=:\n]| (?:extends|implements|struct|interface)\b)|^func \([^)\n]{1,60}\) (\w{3,60})/gm
const heading = /^#{1,4} (\S.{2,60})$/gm
const called = /\b([A-Za-z_$][\w$]{3,60})\(/g
const compound = /\b([a-z]+(?:[A-Z]\w+)|[a-z][^\W_]*_\w+|[A-Z]\w+[a-z][A-Z]\w+|[A-Z]+_[A-Z_]+)\b/g

const isProse = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i

/** What the call changes in each file; the call is read once. */
export function changesOf(call: Pick<ToolCallBlock, 'text'>): (path: string) => readonly string[] {
  const args = argumentsOf(call)
  const patch = textArgument(args, ['input', 'patch', 'diff', 'patchText'])
  const edits = [args, ...listArgument(args, ['edits', 'changes']).map(entryArguments)]
  const files = patch === undefined ? undefined : patchedFiles(patch)
  const whole = { added: textsOf(edits, newTextNames), before: textsOf(edits, oldTextNames) }
  return path => {
    const { added, before } = files === undefined ? whole : (files.get(fileName(path)) ?? nothing)
    return namesIn(added, before, isProse.test(path) ? [heading] : [definition, compound, called])
  }
}

interface Change {
  readonly added: string
  /** What is taken away or shown around it. */
  readonly before: string
}

const nothing: Change = { added: '', before: '' }

function textsOf(edits: readonly CallArguments[], names: readonly string[]): string {
  const texts = edits.map(edit => textArgument(edit, names) ?? '')
  return texts.join('\n').slice(0, maxTextLength)
}

const fileLine = /^(?:\*\*\* (?:Add|Update|Delete) File: |\+\+\+ |--- )(\S.*)$/

/** The changes of a patch by the name of the file. */
function patchedFiles(patch: string): ReadonlyMap<string, Change> {
  const files = new Map<string, Change>()
  let name = ''
  let added: string[] = []
  let before: string[] = []
  const close = (): void => {
    const known = files.get(name) ?? nothing
    files.set(name, {
      added: `${known.added}\n${added.join('\n')}`,
      before: `${known.before}\n${before.join('\n')}`,
    })
    added = []
    before = []
  }
  for (const line of patch.slice(0, maxTextLength).split('\n')) {
    const file = fileLine.exec(line)?.[1]
    if (file !== undefined) {
      close()
      name = fileName(file.trimEnd())
    } else if (line.startsWith('+')) added.push(line.slice(1))
    else before.push(line.slice(1))
  }
  close()
  return files
}

function namesIn(added: string, before: string, patterns: readonly RegExp[]): readonly string[] {
  for (const pattern of patterns) {
    const found = matches(added, pattern)
    if (found.length === 0) continue
    const known = new Set(matches(before, pattern))
    const names = new Set(found.filter(name => !known.has(name)))
    if (names.size > 0) return [...names].slice(0, maxNames)
  }
  return []
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), found => (found[1] ?? found[2] ?? '').trim()).filter(
    name => name !== '' && !name.includes(','),
  )
}
