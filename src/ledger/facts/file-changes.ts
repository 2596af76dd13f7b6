/** What an edit brought into a file: the names that it defines, or else those that it uses for the first time. */
import {
  argumentsOf,
  type CallArguments,
  entryArguments,
  listArgument,
  textArgument,
} from '../../actions/call-arguments.ts'
import type { ToolCallBlock } from '../../types.ts'

const mostNames = 4
const longestText = 40_000

const newNames = [
  'new_string',
  'newText',
  'new_str',
  'new_text',
  'replace',
  'content',
  'file_text',
  'contents',
]
const oldNames = ['old_string', 'oldText', 'old_str', 'old_text', 'search']

/** `function name`, `class Name`, `const name =`, `func (r *Reader) Name`. */
const definition =
  /\b(?:function|class|interface|enum|struct|trait|def|fn|func|const|type)\b[ *]{1,3}([A-Za-z_$][\w$]{2,60})(?=[\s]{0,2}[(<{=:\n]| (?:extends|implements|struct|interface)\b)|^func \([^)\n]{1,60}\) (\w{3,60})/gm
const heading = /^#{1,4} (\S.{2,60})$/gm
const call = /\b([A-Za-z_$][\w$]{3,60})\(/g
const compound = /\b([a-z]+(?:[A-Z]\w+)|[a-z]\w*_\w+|[A-Z]\w+[a-z][A-Z]\w+|[A-Z]+_[A-Z_]+)\b/g

const isProse = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i

/** `path` chooses among the files of a patch. */
export function changesBy(block: Pick<ToolCallBlock, 'text'>, path: string): readonly string[] {
  const args = argumentsOf(block)
  const patch = textArgument(args, ['input', 'patch', 'diff', 'patchText'])
  const edits = [args, ...listArgument(args, ['edits', 'changes']).map(entryArguments)]
  const [added, before] =
    patch === undefined ? [textsOf(edits, newNames), textsOf(edits, oldNames)] : patchTexts(patch, path)
  return namesIn(added, before, isProse.test(path) ? [heading] : [definition, compound, call])
}

function textsOf(edits: readonly CallArguments[], names: readonly string[]): string {
  return edits
    .map(edit => textArgument(edit, names) ?? '')
    .join('\n')
    .slice(0, longestText)
}

/** What a patch adds to a file, and what it takes away and shows. */
function patchTexts(patch: string, path: string): readonly [added: string, before: string] {
  const added: string[] = []
  const before: string[] = []
  let isOpen = false
  for (const line of patch.slice(0, longestText).split('\n')) {
    if (line.startsWith('*** ') || line.startsWith('+++ ') || line.startsWith('--- ')) {
      isOpen = path.endsWith(
        line
          .slice(line.lastIndexOf('/') + 1)
          .split(' ')
          .at(-1) ?? '',
      )
      continue
    }
    if (!isOpen) continue
    if (line.startsWith('+')) added.push(line.slice(1))
    else before.push(line.slice(1))
  }
  return [added.join('\n'), before.join('\n')]
}

function namesIn(added: string, before: string, patterns: readonly RegExp[]): readonly string[] {
  for (const pattern of patterns) {
    const known = new Set(matches(before, pattern))
    const names = new Set(matches(added, pattern).filter(name => !known.has(name)))
    if (names.size > 0) return [...names].slice(0, mostNames)
  }
  return []
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), found => (found[1] ?? found[2] ?? '').trim()).filter(
    name => name !== '' && !name.includes(','),
  )
}
