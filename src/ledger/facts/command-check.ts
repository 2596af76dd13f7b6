/** What a command checks, so that a later one can show whether it holds. */
import { type ShellCommand, shellCommands } from '../../actions/shell/shell-commands.ts'

const filters = new Set([
  'head',
  'tail',
  'grep',
  'egrep',
  'rg',
  'tee',
  'cat',
  'wc',
  'sort',
  'less',
  'sed',
  'awk',
])
const silent = new Set(['cd', 'echo', 'pushd', 'popd', 'true', 'set', 'export', 'source', 'sleep', 'printf'])
const runners: readonly (readonly string[])[] = [
  ['npx'],
  ['bunx'],
  ['pnpm', 'exec'],
  ['yarn', 'exec'],
  ['uv', 'run'],
  ['poetry', 'run'],
  ['bundle', 'exec'],
  ['python', '-m'],
  ['python3', '-m'],
]

export interface Check {
  /** The same for all commands that do the same: `cd app && CI=1 npx vitest run 2>&1 | tail -20` → `vitest run`. */
  readonly key: string
  /** It is run to see whether something holds. */
  readonly isCheck: boolean
  /** Success says nothing: `npm test || true`, `npm test; echo done`. */
  readonly hidesOutcome: boolean
}

export function readCheck(command: string): Check {
  const commands = shellCommands(command)
  const key = keyOf(commands) || command.trim()
  const last = commands.at(-1)
  const isSpoken = last?.joint === ';' && silent.has(last.words[0]?.text ?? '')
  return {
    key,
    isCheck: isChecking(key),
    hidesOutcome: isSpoken || commands.some(({ joint }) => joint === '||'),
  }
}

function keyOf(commands: readonly ShellCommand[]): string {
  const parts = commands
    .filter(({ words, joint }) => {
      const name = words[0]?.text ?? ''
      return name !== '' && !silent.has(name) && !(joint === '|' && filters.has(name))
    })
    .map(({ words, joint }, index) => {
      const own = withoutRunner(words.map(({ text }) => text)).join(' ')
      return index === 0 ? own : `${joint === 'first' ? ';' : joint} ${own}`
    })
  return parts.join(' ')
}

/** What has held where all of it succeeded: `a ; b && c` → `b`, `c`. */
export function checksIn(key: string): readonly string[] {
  return (key.split(/ (?:;|\|\||&) /).at(-1) ?? key).split(' && ')
}

function withoutRunner(words: readonly string[]): readonly string[] {
  const runner = runners.find(names => names.every((name, at) => words[at] === name))
  const rest = runner === undefined ? words : words.slice(runner.length)
  return rest.length === 0 ? words : rest
}

const checkers = new Set(
  'vitest jest mocha pytest tox nox tsc eslint biome prettier ruff mypy pyright cargo go npm pnpm yarn bun make mvn gradle ./gradlew dotnet rspec phpunit deno swift ctest playwright unittest turbo nx mise just'.split(
    ' ',
  ),
)
/** These say in their second word what they check. */
const withSubcommands = new Set(
  'cargo go npm pnpm yarn bun make mvn gradle ./gradlew dotnet deno swift turbo nx mise just'.split(' '),
)
const mostWords = 40

/** The keys of commands that check this and more: `vitest run a.test.ts` is covered by `vitest run`. */
export function coveringChecks(key: string): readonly string[] {
  const words = key.split(' ', mostWords)
  const [program = ''] = words
  if (!checkers.has(program)) return [key]
  const fewest = withSubcommands.has(program) ? 2 : 1
  const keys = [key]
  for (let count = words.length - 1; count >= fewest; count -= 1) keys.push(words.slice(0, count).join(' '))
  return keys
}

const checking = /^(?:test|t|run|build|check|lint|typecheck|clippy|vet|verify|compile|e2e|ci)\b/

function isChecking(key: string): boolean {
  const [program = '', what = ''] = key.split(' ', 2)
  return checkers.has(program) && (!withSubcommands.has(program) || program === 'make' || checking.test(what))
}
