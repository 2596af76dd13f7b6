/** How a command is shown, and when two commands are the same check. */
import { shellCommands } from '../../actions/shell/shell-commands.ts'
import { hashText } from '../../measure/hash.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { Fact } from '../ledger.ts'

const longest = 160
/** So much of a command tells which it is. */
const shortestBeginning = 20
/** The line goes on, or the script does. */
const lineMark = ' …'
export const scriptMark = '\n…'

/** The first line, in one space between words; a script shows how it begins. */
export function shownCommand(command: string): string {
  const script = command.trim()
  const line = (script.split('\n', 1)[0] ?? '').replace(/[ \t\r]+/g, ' ').trim()
  const quote = line.indexOf('`')
  const end = quote >= shortestBeginning ? Math.min(quote, longest) : longest
  const shown = graphemeCut(line, end).trimEnd()
  if (shown.length < line.length) return `${shown}${lineMark}`
  return script.includes('\n') ? `${shown}${scriptMark}` : shown
}

export function isCutCommand(shown: string): boolean {
  return shown.endsWith(lineMark) || shown.endsWith(scriptMark)
}

const longestKey = 300

/** What else tells a command from others that begin alike; empty where all of it is shown. */
export function wholeCommand(command: string, shown: string): { readonly whole?: string } {
  if (!isCutCommand(shown)) return {}
  const key = checkKey(command)
  return { whole: key.length <= longestKey ? key : hashText(key) }
}

/** The same for every command that checks the same thing. */
export function checkOf({ about, whole, turn }: Fact): string {
  if (whole !== undefined) return whole
  // Nothing is known of the rest: it is like no other.
  return isCutCommand(about) ? `${about} ${turn}` : checkKey(about)
}

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

/** `cd app && CI=1 npx vitest run 2>&1 | tail -20` → `vitest run`. */
export function checkKey(command: string): string {
  const parts = shellCommands(command)
    .filter(({ words, joint }) => {
      const name = words[0]?.text ?? ''
      return name !== '' && !silent.has(name) && !(joint === '|' && filters.has(name))
    })
    .map(({ words, joint }, index) => {
      const own = withoutRunner(words.map(({ text }) => text)).join(' ')
      return index === 0 ? own : `${joint === 'first' ? ';' : joint} ${own}`
    })
  return parts.length === 0 ? command.trim() : parts.join(' ')
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

/** Whether it is run to see whether something holds. */
export function isCheck(command: string): boolean {
  const [program = '', what = ''] = checkKey(command).split(' ', 2)
  return checkers.has(program) && (!withSubcommands.has(program) || program === 'make' || checking.test(what))
}
