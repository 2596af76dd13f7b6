/** What kinds of shell commands do with their arguments: show files, write, copy, move, search, list, fetch. */
import type { Intent } from '../action.ts'
import type { CommandLine } from './command-line.ts'
import { fileName, joinPath } from './join-path.ts'
import type { ShellCommand } from './shell-commands.ts'
import type { ShellWord } from './shell-tokens.ts'

export type CommandReading = (line: CommandLine, command: ShellCommand) => readonly Intent[]

export function isFile({ text, isDynamic }: ShellWord): boolean {
  const isDevice = text.startsWith('/dev/') || /^nul$/i.test(text)
  return !isDynamic && text !== '' && text !== '-' && !isDevice && !/^&?\d+$/.test(text)
}

function pathsOf(words: readonly ShellWord[], { directory }: ShellCommand): readonly string[] {
  return words.filter(isFile).map(({ text }) => joinPath(directory, text))
}

export const reads: (operands: readonly ShellWord[], command: ShellCommand) => readonly Intent[] = (
  operands: readonly ShellWord[],
  command: ShellCommand,
): readonly Intent[] => {
  // What goes into a file was not seen by the agent.
  const isSeen = !command.redirections.some(
    ({ operator, descriptor }) => operator.startsWith('>') && descriptor !== 2 && operator !== '>&',
  )
  if (!isSeen) return []
  const input = command.redirections.filter(({ operator }) => operator === '<').map(({ target }) => target)
  return pathsOf([...operands, ...input], command).map(path => ({ type: 'read', path }))
}

export const each =
  (type: 'create' | 'modify' | 'delete'): CommandReading =>
  ({ operands }, command) =>
    pathsOf(operands, command).map(path => ({ type, path }))

/** What `rm -r` removes may be a directory, unless it has an ending. */
export const removes: CommandReading = (line, command) => {
  const removed = each('delete')(line, command)
  const isDeep = line.options.has('r') || line.options.has('R') || line.options.has('recursive')
  return isDeep ? asDirectories(removed) : removed
}

function asDirectories(removed: readonly Intent[]): readonly Intent[] {
  return removed.map(intent =>
    intent.type === 'delete' && !fileName(intent.path).includes('.', 1)
      ? { ...intent, mayBeDirectory: true }
      : intent,
  )
}

export const viewer: CommandReading = ({ operands }, command) => reads(operands, command)

/** The first operand is a program, unless an option brought one. */
export const filter =
  (programOptions: readonly string[]): CommandReading =>
  ({ operands, values }, command) =>
    reads(programOptions.some(option => values.has(option)) ? operands : operands.slice(1), command)

export const editsInPlace =
  (programOptions: readonly string[], otherwise: CommandReading): CommandReading =>
  (line, command) => {
    if (!line.options.has('i') && !line.options.has('in-place')) return otherwise(line, command)
    // BSD sed takes the suffix as a word of its own: `sed -i '' 's/a/b/' file`.
    const operands = line.operands[0]?.text === '' ? line.operands.slice(1) : line.operands
    const files = programOptions.some(option => line.values.has(option)) ? operands : operands.slice(1)
    return pathsOf(files, command).map(path => ({ type: 'modify', path }))
  }

export const copies: CommandReading = ({ operands }, command) =>
  targets(operands, command).map(({ to }) => ({ type: 'create', path: to }))

export const moves: CommandReading = ({ operands }, command) =>
  targets(operands, command).map(({ path, to }) => ({ type: 'move', path, to }))

/** Each source with the place that it goes to: into the last operand where that is a directory. */
function targets(
  operands: readonly ShellWord[],
  { directory }: ShellCommand,
): readonly { path: string; to: string }[] {
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  if (target === undefined || !isFile(target)) return []
  const isDirectory = sources.length > 1 || /(?:^|\/)\.{0,2}\/?$/.test(target.text)
  return sources.filter(isFile).map(({ text }) => ({
    path: joinPath(directory, text),
    to: joinPath(directory, isDirectory ? `${target.text}/${fileName(text)}` : target.text),
  }))
}

export const searches: CommandReading = ({ operands, values }, command) => {
  const given = values.get('e') ?? values.get('regexp')
  const query = given ?? operands[0]?.text
  const [path] = pathsOf(given === undefined ? operands.slice(1) : operands, command)
  if (query === undefined || (path === undefined && command.joint === '|')) return []
  return [{ type: 'search', query, ...(path === undefined ? {} : { path }) }]
}

/** `find src -name '*.ts'`: the directories come first, then the expression. */
export const finds: CommandReading = (_, { words, directory }) => {
  const rest = words.slice(1).map(({ text }) => text)
  const expression = rest.findIndex(text => text.startsWith('-') || text === '(' || text === '!')
  const named = rest.findIndex(text => /^-i?(?:name|path|regex)$/.test(text))
  const [path] = expression < 0 ? rest : rest.slice(0, expression)
  const query = named < 0 ? '*' : (rest[named + 1] ?? '*')
  return [{ type: 'search', query, ...(path === undefined ? {} : { path: joinPath(directory, path) }) }]
}

export const lists: CommandReading = ({ operands }, command) => {
  const paths = pathsOf(operands, command)
  const shown = operands.length === 0 ? [command.directory ?? '.'] : paths
  return shown.map(path => ({ type: 'list', path }))
}

export const fetches: CommandReading = ({ operands, values }, command) => {
  const urls = operands.map(({ text }) => text).filter(text => /^https?:\/\//.test(text))
  const saved = values.get('o') ?? values.get('output')
  const file = saved === undefined || saved === '-' || saved.startsWith('/dev/') ? [] : [saved]
  return [
    ...urls.map(url => ({ type: 'fetch' as const, url })),
    ...file.map(path => ({ type: 'create' as const, path: joinPath(command.directory, path) })),
  ]
}

export function bodyOf({ redirections }: ShellCommand): string {
  return redirections.find(({ operator }) => operator === '<<' || operator === '<<<')?.body ?? ''
}

export const makesDirectories: CommandReading = ({ operands }, command) =>
  pathsOf(operands, command).map(path => ({ type: 'create', path, isDirectory: true }))
