/** Commands of PowerShell and of cmd whose effect on files is known. */
import type { Intent } from '../action.ts'
import type { CommandLine } from './command-line.ts'
import {
  type CommandReading,
  copies,
  each,
  lists,
  makesDirectories,
  moves,
  removes,
  searches,
  viewer,
} from './command-readings.ts'
import { fileName } from './join-path.ts'
import type { ShellCommand } from './shell-commands.ts'
import type { ShellWord } from './shell-tokens.ts'

/** What `command` does to files; nothing where it is no such command. */
export function windowsIntents(command: ShellCommand): readonly Intent[] {
  const [name, ...rest] = command.words
  const read = readings.get(name?.text.toLowerCase() ?? '')
  return read === undefined ? [] : read(windowsLine(rest), command)
}

const writes =
  (type: 'create' | 'modify'): CommandReading =>
  (line, command) =>
    each(line.options.has('append') ? 'modify' : type)(first(line), command)

/** `-Name` is a name in the folder that `-Path` gives: they are not joined here. */
const makes: CommandReading = (line, command) => {
  if (line.options.has('name')) return []
  const isDirectory = /^d/i.test(line.values.get('itemtype') ?? '')
  return isDirectory ? makesDirectories(line, command) : each('create')(line, command)
}

/** `Rename-Item src\a.ts b.ts`: the new name is in the folder of the old one. */
const renames: CommandReading = (line, command) => {
  const [from, to] = line.operands
  if (from === undefined || to === undefined) return []
  const folder = from.text.slice(0, from.text.length - fileName(from.text).length)
  return moves({ ...line, operands: [from, { ...to, text: `${folder}${fileName(to.text)}` }] }, command)
}

const removesDeep: CommandReading = (line, command) =>
  removes(
    line.options.has('recurse') ? { ...line, options: new Set([...line.options, 'recursive']) } : line,
    command,
  )

const finds: CommandReading = (line, command) => {
  const pattern = line.values.get('pattern')
  return searches(pattern === undefined ? line : { ...line, values: new Map([['e', pattern]]) }, command)
}

/** `type` asks a POSIX shell what a word means: only what has an ending is a file. */
const types: CommandReading = (line, command) =>
  viewer({ ...line, operands: line.operands.filter(({ text }) => text.includes('.')) }, command)

const readings: ReadonlyMap<string, CommandReading> = new Map(
  (
    [
      ['get-content gc', viewer],
      ['type', types],
      ['set-content out-file', writes('create')],
      ['add-content', writes('modify')],
      ['new-item ni', makes],
      ['md', makesDirectories],
      ['remove-item ri del erase', removesDeep],
      ['move-item move', moves],
      ['rename-item ren', renames],
      ['copy-item copy', copies],
      ['select-string sls', finds],
      ['get-childitem gci dir', lists],
    ] as const
  ).flatMap(([names, read]) => names.split(' ').map(name => [name, read] as const)),
)

function first(line: CommandLine): CommandLine {
  return { ...line, operands: line.operands.slice(0, 1) }
}

const withPath = /^-(?:literal)?path$|^-filepath$/
const withTarget = /^-(?:destination|newname)$/
const withValue =
  /^-(?:value|inputobject|encoding|itemtype|type|pattern|filter|include|exclude|totalcount|head|first|tail|last|delimiter|context|depth|erroraction|ea)$/
const option = /^-[a-z]{2,}|^\/[a-z?]$/

/** `-Path a, b -Destination c -Force`: the paths, then the target, whichever way they are given. Names are lower-cased. */
function windowsLine(words: readonly ShellWord[]): CommandLine {
  const paths: ShellWord[] = []
  const bare: ShellWord[] = []
  const targets: ShellWord[] = []
  const options = new Set<string>()
  const values = new Map<string, string>()
  let place = bare
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as ShellWord
    const text = word.isQuoted ? '' : word.text.toLowerCase()
    if (withPath.test(text)) place = paths
    else if (withTarget.test(text)) place = targets
    else if (withValue.test(text)) values.set(text.slice(1), words[++at]?.text ?? '')
    else if (option.test(text)) options.add(text.slice(1))
    else {
      place.push(...listed(word))
      // A list goes on behind its comma.
      if (!word.text.endsWith(',')) place = bare
    }
  }
  return { operands: [...paths, ...bare, ...targets], options, values }
}

/** `a.csv,b.csv` */
function listed(word: ShellWord): readonly ShellWord[] {
  if (word.isQuoted || !word.text.includes(',')) return [word]
  return word.text.split(',').flatMap(text => (text === '' ? [] : [{ ...word, text }]))
}
