/** The shell commands whose effect on files is known, with the options that take a value. */
import type { Intent } from '../action.ts'
import { patchIntents } from '../apply-patch.ts'
import { commandLine } from './command-line.ts'
import {
  bodyOf,
  type CommandReading,
  copies,
  each,
  editsInPlace,
  fetches,
  filter,
  finds,
  isFile,
  lists,
  makesDirectories,
  moves,
  reads,
  removes,
  searches,
  viewer,
} from './command-readings.ts'
import { fileName, joinPath } from './join-path.ts'
import { scriptWrites } from './script-writes.ts'
import type { ShellCommand } from './shell-commands.ts'
import type { Redirection } from './shell-tokens.ts'
import { windowsIntents } from './windows-commands.ts'

/** Which files of a directory are written back is not known. */
const restored: CommandReading = (line, command) =>
  each('modify')(
    { ...line, operands: line.operands.filter(({ text }) => !/^\.{1,2}$|\/$/.test(text)) },
    command,
  )

/** What git does to files by itself: `git mv`, `git rm`, `git apply`, `git restore`, `git checkout --`. */
const git: CommandReading = (_, command) => {
  const [, ...words] = command.words
  const place = words[0]?.text === '-C' ? words[1] : undefined
  const [verb, ...rest] = place === undefined ? words : words.slice(2)
  const directory = place === undefined ? command.directory : joinPath(command.directory, place.text)
  const { directory: _directory, ...bare } = command
  const there: ShellCommand = directory === undefined ? bare : { ...bare, directory }
  const line = commandLine(rest, verb?.text === 'grep' ? ['e'] : [])
  switch (verb?.text) {
    case 'rm':
      return line.options.has('cached') ? [] : each('delete')(line, there)
    case 'mv':
      return moves(line, there)
    case 'apply':
      return patchIntents(bodyOf(there), directory)
    case 'restore':
      return line.options.has('staged') || line.options.has('S') ? [] : restored(line, there)
    case 'checkout': {
      const dashes = rest.findIndex(({ text }) => text === '--')
      // Of a conflict, one side is taken: its operands are files.
      const isSide = line.options.has('ours') || line.options.has('theirs')
      if (dashes < 0 && isSide) return restored(line, there)
      return dashes < 0 ? [] : restored(commandLine(rest.slice(dashes)), there)
    }
    case 'grep':
      return searches(line, there)
    default:
      return []
  }
}

interface KnownCommand {
  /** Options that take the next word as their value. */
  readonly withValue: readonly string[]
  readonly read: CommandReading
}

const patches: CommandReading = (line, command) => [
  ...each('modify')(line, command),
  ...patchIntents(bodyOf(command), command.directory),
]

const appliesPatch: CommandReading = ({ operands }, command) =>
  patchIntents(operands[0]?.text ?? bodyOf(command), command.directory)

const tees: CommandReading = (line, command) =>
  each(line.options.has('a') ? 'modify' : 'create')(line, command)
const opens: CommandReading = ({ operands }, command) => reads(operands.slice(0, 1), command)
const sedProgram = ['e', 'f', 'expression', 'file']

/** `python3 - <<'PY'`, `python -c '…'`, `node -e '…'`. */
const runsScript: CommandReading = ({ operands, values }, command) => {
  const given = values.get('c') ?? values.get('e') ?? values.get('eval')
  const isOfInput = operands.length === 0 || operands[0]?.text === '-'
  const { paths, isEdit } = scriptWrites(given ?? (isOfInput ? bodyOf(command) : ''))
  return paths.map(path => ({
    type: isEdit ? 'modify' : 'create',
    path: joinPath(command.directory, path),
  }))
}

/** Names, options that take a value, and what it does. */
const table: readonly (readonly [string, string, CommandReading])[] = [
  ['cat tac less more', '', viewer],
  ['head tail', 'n c lines bytes', viewer],
  ['bat', 'r l line-range style', viewer],
  ['nl', 'b d f h i l n s v w', viewer],
  ['xxd', 'l s c g', viewer],
  ['jq', 'f arg arg argjson argjson slurpfile slurpfile rawfile rawfile', filter(['f'])],
  ['awk', 'F v f', filter(['f'])],
  ['sed', sedProgram.join(' '), editsInPlace(sedProgram, filter(sedProgram))],
  ['perl ruby', 'e E', editsInPlace(['e', 'E'], () => [])],
  ['dos2unix unix2dos mac2unix', '', each('modify')],
  ['python python3', 'c m W X', runsScript],
  ['node bun', 'e r eval', runsScript],
  ['tee', '', tees],
  ['touch', 'd t r', each('create')],
  ['truncate', 's r size', each('modify')],
  ['cp ln', 't', copies],
  ['install', 'm o g', copies],
  ['mv', 't', moves],
  ['rm unlink', '', removes],
  // It removes what is empty: no file is gone.
  ['rmdir', '', () => []],
  ['mkdir', 'm', makesDirectories],
  ['patch', 'p i d', patches],
  ['apply_patch applypatch', '', appliesPatch],
  ['grep egrep fgrep zgrep', 'e f A B C m include exclude exclude-dir regexp', searches],
  ['rg', 'e f A B C m g t T glob type regexp max-count', searches],
  ['ag ack', 'A B C m', searches],
  ['find', '', finds],
  ['fd', 'e t d E', searches],
  ['ls', 'I', lists],
  ['tree', 'L I P', lists],
  ['curl', 'o H X d u A m w output data header request user', fetches],
  ['wget', 'U P', fetches],
  ['git', '', git],
  // Commands that SWE-agent adds to the shell.
  ['open', '', opens],
  ['create', '', each('create')],
  ['search_dir search_file find_file', '', searches],
]

const knownCommands: ReadonlyMap<string, KnownCommand> = new Map(
  table.flatMap(([names, options, read]) =>
    names
      .split(' ')
      .map(name => [name, { withValue: options === '' ? [] : options.split(' '), read }] as const),
  ),
)

/** What a simple command does to files, by its name and its redirections. Only what the words alone prove; a path with an expansion or a pattern is unknown. */
export function shellIntents(command: ShellCommand): readonly Intent[] {
  const [name, ...rest] = command.words
  const known = name === undefined ? undefined : knownCommands.get(fileName(name.text))
  const done = known?.read(commandLine(rest, known.withValue), command) ?? windowsIntents(command)
  return [...done, ...command.redirections.flatMap(redirection => written(redirection, command))]
}

function written(
  { operator, target, descriptor }: Redirection,
  { directory }: ShellCommand,
): readonly Intent[] {
  if (descriptor === 2 || !isFile(target)) return []
  if (operator === '>' || operator === '>|')
    return [{ type: 'create', path: joinPath(directory, target.text) }]
  if (operator === '>>') return [{ type: 'modify', path: joinPath(directory, target.text) }]
  return []
}
