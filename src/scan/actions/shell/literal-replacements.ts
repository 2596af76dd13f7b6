/** Names that `sed -i 's/old/new/g' file` replaces in a file; whatever else a program does to it is not known. */
import type { Replacement } from '../edit-lines.ts'
import { commandLine } from './command-operands.ts'
import { fileName, joinPath } from './join-path.ts'
import type { ShellCommand } from './shell-commands.ts'

/** Neither side has a sign that means something else to sed; shorter names may be part of any other. */
const substitution = /^s([/|#,@])([\w-]{4,200})\1([\w-]{1,200})\1g?$/
const programOptions: readonly string[] = ['e', 'expression']

/** In order. `path`: as the command or its directory spells it out. */
export function literalReplacements(commands: readonly ShellCommand[], path: string): readonly Replacement[] {
  return commands.flatMap(({ words, directory }) => {
    const [name, ...rest] = words
    if (fileName(name?.text ?? '') !== 'sed') return []
    const { operands, options } = commandLine(rest, programOptions)
    const isOfFile = operands.some(({ text }) => text !== '' && joinPath(directory, text) === path)
    if (!isOfFile || !(options.has('i') || options.has('in-place'))) return []
    return rest.flatMap(({ text, isDynamic }): readonly Replacement[] => {
      const [, , from, to] = (isDynamic ? null : substitution.exec(text)) ?? []
      return from === undefined || to === undefined ? [] : [{ from, to }]
    })
  })
}
