/** What a command checks, so that a later one can show whether it holds. */
import { type ShellCommand, shellCommands } from '../../scan/actions/shell/shell-commands.ts'

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
  /** Only what it printed says how it ended: `npm test | tail -5`. */
  readonly isPiped: boolean
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
    isPiped: commands.some(({ joint }) => joint === '|'),
  }
}

function keyOf(commands: readonly ShellCommand[]): string {
  const parts = commands
    .filter(({ words, joint }) => {
      const name = words[0]?.text ?? ''
      return name !== '' && !silent.has(name) && !(joint === '|' && filters.has(name))
    })
    .map(({ words, joint }, index) => {
      const own = plainWords(withoutRunner(words.map(({ text }) => text))).join(' ')
      return index === 0 ? own : `${joint === 'first' ? ';' : joint} ${own}`
    })
  return parts.join(' ')
}

/** How much is printed changes nothing about what is checked. */
const quiet =
  /^(?:-v{1,3}|-q|-s|-x|-i|--verbose|--quiet|--silent|--bail|--no-color|--color|-count=1|-timeout=.*)$/
const quietWithValue = new Set(['-timeout', '-count'])

/** One way of writing for all that check the same: `go test -v -tags=e2e -run A ./x` → `go test ./x -tags e2e -run A`. */
function plainWords(words: readonly string[]): readonly string[] {
  if (!checkers.has(words[0] ?? '')) return words
  const kept = words.filter((word, at) => !quiet.test(word) && !isQuietPair(word, words[at - 1]))
  if (kept[0] !== 'go' || kept[1] !== 'test') return kept
  const flags: string[] = []
  const packages: string[] = []
  let run: string | undefined
  for (let at = 2; at < kept.length; at += 1) {
    const [name = '', value] = splitFlag(kept[at] as string)
    const takesNext = value === undefined && (name === '-run' || name === '-tags')
    if (takesNext) at += 1
    const given = takesNext ? kept[at] : value
    if (name === '-run') run = given
    else if (name.startsWith('-')) flags.push(name, ...(given === undefined ? [] : [given]))
    else packages.push(name)
  }
  return ['go', 'test', ...packages, ...flags, ...(run === undefined ? [] : ['-run', run])]
}

function isQuietPair(word: string, before: string | undefined): boolean {
  return quietWithValue.has(word) || quietWithValue.has(before ?? '')
}

/** `-tags=e2e` → `-tags`, `e2e`. */
function splitFlag(word: string): readonly [name: string, value?: string] {
  const sign = word.startsWith('-') ? word.indexOf('=') : -1
  return sign < 0 ? [word] : [word.slice(0, sign), word.slice(sign + 1)]
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
const maxWords = 40

/** The keys of commands that check this and more: `vitest run a.test.ts` is covered by `vitest run`. */
export function coveringChecks(key: string): readonly string[] {
  const words = key.split(' ', maxWords)
  const [program = ''] = words
  if (!checkers.has(program)) return [key]
  const fewest = withSubcommands.has(program) ? 2 : 1
  const keys = [key, ...widerRuns(words)]
  for (let count = words.length - 1; count >= fewest; count -= 1) keys.push(words.slice(0, count).join(' '))
  return keys
}

/** `-run TestParser_Empty` is covered by `-run TestParser`. */
function widerRuns(words: readonly string[]): readonly string[] {
  const at = words.indexOf('-run')
  const name = at < 0 ? undefined : words[at + 1]
  if (name === undefined || !/^\w{1,200}$/.test(name)) return []
  const parts = name.split('_', maxWords)
  return parts.slice(1).map((_, index) => words.with(at + 1, parts.slice(0, index + 1).join('_')).join(' '))
}

const checking = /^(?:test|t|run|build|check|lint|typecheck|clippy|vet|verify|compile|e2e|ci)\b/

function isChecking(key: string): boolean {
  const [program = '', what = ''] = key.split(' ', 2)
  return checkers.has(program) && (!withSubcommands.has(program) || program === 'make' || checking.test(what))
}
