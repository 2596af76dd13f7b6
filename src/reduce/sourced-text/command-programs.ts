/** Which programs a shell command runs: `cd x && FOO=1 git -C y log | head` runs `cd`, `git log` and `head`. */
import { fileName } from '../../scan/actions/shell/join-path.ts'
import { shellCommands } from '../../scan/actions/shell/shell-commands.ts'

export interface Program {
  /** Without its folder; for `git` with its subcommand: `git log`. */
  readonly name: string
  readonly args: readonly string[]
  /** Its name and first arguments: `go test ./...` */
  readonly begins: string
}

const maxCommandLength = 2000
const maxArguments = 6
const maxBeginningLength = 200

export function readPrograms(command: string): readonly Program[] {
  return shellCommands(command.slice(0, maxCommandLength)).flatMap(
    ({ words }) => programIn(words.map(({ text }) => text)) ?? [],
  )
}

function programIn(words: readonly string[]): Program | undefined {
  const [path, ...args] = withoutXargs(words)
  if (path === undefined) return undefined
  const name = fileName(path)
  if (name !== 'git') return program(name, args)
  const verb = args.findIndex((arg, index) => !arg.startsWith('-') && !/^-[cC]$/.test(args[index - 1] ?? ''))
  return verb < 0 ? program(name, args) : program(`git ${args[verb]}`, args.slice(verb + 1))
}

/** `xargs -0 -n 1 rg -n y` → `rg -n y`. */
function withoutXargs(words: readonly string[]): readonly string[] {
  if (words[0] !== 'xargs') return words
  const first = words.findIndex((word, at) => at > 0 && !/^(?:-|\d)/.test(word))
  return first < 0 ? [] : words.slice(first)
}

function program(name: string, args: readonly string[]): Program {
  return { name, args, begins: [name, ...args.slice(0, maxArguments)].join(' ').slice(0, maxBeginningLength) }
}
