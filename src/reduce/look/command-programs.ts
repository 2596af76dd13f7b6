/** Which programs a shell command runs: `cd x && FOO=1 git -C y log | head` runs `cd`, `git log` and `head`. */
import { wordSet } from '../../scan/vocabulary/word-set.ts'

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
/** A quoted word, a bare one, or a separator of programs. */
const word = /"(?:[^"\\]|\\.)*"?|'[^']*'?|\$\(|[|&;\n()]+|[^\s|&;()"']+/g
const parting = /^(?:[|&;\n()]+|\$\()$/
const assignment = /^[A-Za-z_]\w*=/
const wrappers: ReadonlySet<string> = wordSet(
  'sudo time command env nohup nice xargs then do else if while exec builtin timeout',
)

export function readPrograms(command: string): readonly Program[] {
  const programs: Program[] = []
  let words: string[] = []
  const close = (): void => {
    const program = programIn(words)
    if (program !== undefined) programs.push(program)
    words = []
  }
  for (const [found] of command.slice(0, maxCommandLength).matchAll(word)) {
    if (parting.test(found)) close()
    else words.push(found)
  }
  close()
  return programs
}

function programIn(words: readonly string[]): Program | undefined {
  let at = 0
  const isPassedOver = (text: string): boolean =>
    assignment.test(text) ||
    wrappers.has(text) ||
    // Options of a wrapper: `xargs -0`, `timeout 20`.
    (at > 0 && /^(?:-|\d)/.test(text))
  while (at < words.length && isPassedOver(words[at] ?? '')) at += 1
  const path = words[at]
  if (path === undefined) return undefined
  const name = path.slice(path.lastIndexOf('/') + 1)
  const args = words.slice(at + 1)
  if (name !== 'git') return program(name, args)
  const verb = args.findIndex((arg, index) => !arg.startsWith('-') && !/^-[cC]$/.test(args[index - 1] ?? ''))
  return verb < 0 ? program(name, args) : program(`git ${args[verb]}`, args.slice(verb + 1))
}

function program(name: string, args: readonly string[]): Program {
  return { name, args, begins: [name, ...args.slice(0, maxArguments)].join(' ').slice(0, maxBeginningLength) }
}
