/** What git does to files by itself: `git mv`, `git rm`, `git apply`, `git restore`, `git checkout --`. */
import { patchIntents } from '../apply-patch.ts'
import { commandLine } from './command-operands.ts'
import { bodyOf, each, moves, type Reading, searches } from './command-readings.ts'
import { joinPath } from './join-path.ts'
import type { ShellCommand } from './shell-commands.ts'

export const git: Reading = (_, command) => {
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
      return line.options.has('staged') || line.options.has('S') ? [] : each('modify')(line, there)
    case 'checkout': {
      const dashes = rest.findIndex(({ text }) => text === '--')
      return dashes < 0 ? [] : each('modify')(commandLine(rest.slice(dashes)), there)
    }
    case 'grep':
      return searches(line, there)
    default:
      return []
  }
}
