/** Which file, and which lines of it, a command or a tool shows. */
import { type Program, readPrograms } from '../../sourced-text/command-programs.ts'
import type { ContentSource } from '../content.ts'

/** Which file a tool or a command showed, as far as its call says. */
export interface ShownFile {
  readonly path: string
  /** The number of the first printed line; absent if it is unknown. */
  readonly firstLine?: number
  /** All of the file was printed. */
  readonly isWhole: boolean
}

/** The file that was printed whole or in part; `undefined` for any other output. */
export function shownFile({ command, path, tool }: ContentSource): ShownFile | undefined {
  if (command !== undefined) return shownBy(command)
  if (path === undefined || tool === undefined || !readers.test(tool)) return undefined
  return { path, isWhole: false }
}

const readers = /^(mcp__\w{1,40}__)?(?:read|view|open|cat|notebook_?read|str_replace|get_?file)/i

const silent: ReadonlySet<string> = new Set(['cd', 'set', 'export', 'source', 'true', ':'])

function shownBy(command: string): ShownFile | undefined {
  const [shows, narrows, ...rest] = readPrograms(command).filter(({ name }) => !silent.has(name))
  if (shows === undefined || rest.length > 0) return undefined
  const shown = outputRef(shows)
  if (shown === undefined || narrows === undefined) return shown
  const range = outputRef({ name: narrows.name, args: [...narrows.args, shown.path] })
  // Another file, or a filter that skips lines.
  return shown.isWhole && range?.path === shown.path ? range : undefined
}

function outputRef({ name, args: words }: Pick<Program, 'name' | 'args'>): ShownFile | undefined {
  switch (name) {
    case 'cat':
    case 'bat':
    case 'nl':
      return ofOne(filesIn(words), { firstLine: 1, isWhole: true })
    case 'head':
      return ofOne(filesIn(words), { firstLine: 1, isWhole: false })
    case 'tail':
      return ofOne(filesIn(words), { isWhole: false })
    case 'sed':
      return sedRange(words)
    default:
      return undefined
  }
}

/** The arguments that are neither an option nor its number: `head -n 20 file`. */
function filesIn(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, at) => !/^[-+]./.test(word) && !(/^\d+$/.test(word) && /^-[nc]$/.test(words[at - 1] ?? '')),
  )
}

function ofOne(files: readonly string[], shown: Omit<ShownFile, 'path'>): ShownFile | undefined {
  const [path, ...others] = files
  return path === undefined || others.length > 0 ? undefined : { ...shown, path }
}

/** `sed -n '10,40p' file` */
function sedRange(words: readonly string[]): ShownFile | undefined {
  if (!words.includes('-n')) return undefined
  const [script, ...files] = words.filter(word => !word.startsWith('-'))
  const from = /^(\d{1,9})(?:,(?:\d{1,9}|\$))?p$/.exec(script ?? '')?.[1]
  return from === undefined ? undefined : ofOne(files, { firstLine: Number(from), isWhole: false })
}
