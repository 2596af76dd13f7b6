/** What a command checks, so that a later one can show whether it holds. */
import { wordSet } from '../../vocabulary/word-set.ts'
import { fileName } from './join-path.ts'
import { type ShellCommand, shellCommands } from './shell-commands.ts'
import type { ShellWord } from './shell-tokens.ts'

const filters = wordSet('head tail grep egrep rg tee cat wc sort less sed awk')
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

export interface CommandCheck {
  /** The same for all commands that do the same: `cd app && CI=1 npx vitest run 2>&1 | tail -20` → `vitest run`. */
  readonly key: string
  /** The parts of the key that are run to see whether something holds, in order. */
  readonly checks: readonly string[]
  /** For one check, its words in the order in which they were typed. */
  readonly typed?: string
  readonly isCheck: boolean
  /** Nothing is run behind the last of them. */
  readonly isLast: boolean
  /** It does nothing else, so that its failure is the failure of a check. */
  readonly isOnlyChecks: boolean
  /** The checks are joined by `&&`: where the command succeeds, all of them hold. */
  readonly isChained: boolean
  /** One is run where another fails: how each ended is not known. */
  readonly isEither: boolean
  /** Success proves nothing: `npm test || true`, `npm test; echo done`. */
  readonly hidesOutcome: boolean
  /** Only what it printed says how it ended: `npm test | tail -5`. */
  readonly isPiped: boolean
}

/** The same command is asked for where it is run, where it is shown and where an error is settled. */
const known = new Map<string, CommandCheck>()
const maxKnown = 2000

export function readCheck(command: string): CommandCheck {
  const before = known.get(command)
  if (before !== undefined) return before
  return checkIn(shellCommands(command), command)
}

/** `commands`: the simple commands of `command`. */
export function checkIn(commands: readonly ShellCommand[], command: string): CommandCheck {
  const before = known.get(command)
  if (before !== undefined) return before
  const parts = partsOf(commands)
  const key = keyOf(parts)
  const checking = parts.filter(({ isCheck }) => isCheck)
  const isCheck = checking.length > 0
  const last = checking.at(-1)?.index ?? -1
  const check: CommandCheck = {
    key: key || command.trim(),
    checks: isCheck ? [...new Set(checking.map(({ text }) => text))] : none,
    ...(checking.length === 1 && checking[0]?.typed !== undefined ? { typed: checking[0].typed } : {}),
    isCheck,
    isLast: parts.at(-1)?.isCheck === true,
    isOnlyChecks: checking.length === parts.length,
    isEither: checking.some(({ joint }, at) => at > 0 && joint === '||'),
    isChained: checking.every(({ joint }, at) => at === 0 || joint === '&&'),
    hidesOutcome: isCheck
      ? commands.some(({ joint }, at) => at > last && (joint === '||' || joint === ';' || joint === '&'))
      : hidesEnd(commands),
    isPiped:
      (isCheck ? commands[last + 1]?.joint === '|' : commands.some(({ joint }) => joint === '|')) &&
      !command.includes('pipefail'),
  }
  if (known.size >= maxKnown) known.clear()
  known.set(command, check)
  return check
}

const none: readonly string[] = []

/** Whether a command hides the exit code: `make x; echo done`, `make x || true`. */
function hidesEnd(commands: readonly ShellCommand[]): boolean {
  const end = commands.at(-1)
  if (end?.joint === ';' && silent.has(end.words[0]?.text ?? '')) return true
  for (let at = commands.length - 1; at >= 0; at -= 1) {
    const joint = commands[at]?.joint
    if (joint === '||') return true
    if (joint === ';' || joint === '&') return false
  }
  return false
}

function keyOf(parts: readonly KeyPart[]): string {
  let key = ''
  for (const [at, { text, joint }] of parts.entries()) key += at === 0 ? text : ` ${joint} ${text}`
  return key
}

interface KeyPart {
  readonly text: string
  /** Where it is written otherwise. */
  readonly typed?: string
  readonly joint: string
  /** Among all simple commands. */
  readonly index: number
  readonly isCheck: boolean
}

function partsOf(commands: readonly ShellCommand[]): readonly KeyPart[] {
  const parts: KeyPart[] = []
  for (const [index, { words, joint }] of commands.entries()) {
    const name = words[0]?.text ?? ''
    if (name === '' || silent.has(name) || (joint === '|' && filters.has(name))) continue
    const kept = keptWords(withoutRunner(words.map(word => word.text)))
    const text = typedWords(plainWords(kept), words).join(' ')
    const typed = isGoTest(kept) ? { typed: typedWords(kept, words).join(' ') } : {}
    parts.push({ text, ...typed, joint: joint === 'first' ? ';' : joint, index, isCheck: isChecking(text) })
  }
  return parts
}

/** What a shell would read otherwise; nothing at all is no word. */
const special = /[\s|&;<>()*?[\]{}$`"'\\]|^$/

/** With quotes around each word that needs them, the same for all ways to write it; patterns and expansions that were given without are left so. */
function typedWords(texts: readonly string[], words: readonly ShellWord[]): readonly string[] {
  const open = new Set(words.flatMap(word => (word.isDynamic && !word.isQuoted ? [word.text] : [])))
  const expanded = new Set(words.flatMap(word => (word.isDynamic ? [word.text] : [])))
  return texts.map(text => {
    if (!special.test(text) || open.has(text)) return text
    const quote = expanded.has(text) || text.includes("'") ? '"' : "'"
    return quote + text + quote
  })
}

/** How much is printed changes nothing about what is checked. */
const quiet =
  /^(?:-v{1,3}|-q|-s|-x|-i|--verbose|--quiet|--silent|--bail|--no-color|--color|-count=1|-timeout=.*)$/
const quietWithValue = new Set(['-timeout', '-count'])

/** What a host has run of a pull request; asked for as JSON, it says nothing by its exit code. */
const hostChecks = /^gh pr checks(?! (?:.{0,400} )?--json)(?: |$)/
/** How long it waits, and how often it asks. */
const hostQuiet = /^(?:-i|--(?:watch|fail-fast|interval)(?:=.*)?)$/

function keptWords(words: readonly string[]): readonly string[] {
  if (words[0] === 'gh' && hostChecks.test(words.join(' ')))
    return words.filter(
      (word, at) => !hostQuiet.test(word) && !/^(?:-i|--interval)$/.test(words[at - 1] ?? ''),
    )
  if (!checkers.has(words[0] ?? '')) return words
  return words.filter((word, at) => !quiet.test(word) && !isQuietPair(word, words[at - 1]))
}

function isGoTest([program, verb]: readonly string[]): boolean {
  return program === 'go' && verb === 'test'
}

/** One way of writing for all that check the same: `go test -tags=e2e -run A ./x` → `go test ./x -tags e2e -run A`. */
function plainWords(kept: readonly string[]): readonly string[] {
  if (!isGoTest(kept)) return kept
  const flags: string[] = []
  const packages: string[] = []
  let run: string | undefined
  for (let at = 2; at < kept.length; at += 1) {
    const [name = '', value] = splitFlag(kept[at] as string)
    const takesNext = value === undefined && goWithValue.has(name)
    if (takesNext) at += 1
    const given = takesNext ? kept[at] : value
    if (name === '-run') run = given
    else if (name.startsWith('-')) flags.push(name, ...(given === undefined ? [] : [given]))
    else packages.push(name)
  }
  return ['go', 'test', ...packages, ...flags, ...(run === undefined ? [] : ['-run', run])]
}

/** Options of `go test` that take the next word. */
const goWithValue =
  wordSet(`-run -tags -o -skip -bench -p -parallel -cpu -exec -ldflags -gcflags -mod -coverprofile -covermode
  -coverpkg -shuffle`)

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

const beginsRunner = new Set(runners.map(([name]) => name))

/** `bash scripts/a.sh` does what `scripts/a.sh` does. */
const scriptShells = new Set(['bash', 'sh', 'zsh'])

function withoutRunner(words: readonly string[]): readonly string[] {
  if (scriptShells.has(words[0] ?? '') && /^[^-].*[./]/.test(words[1] ?? '')) return words.slice(1)
  if (!beginsRunner.has(words[0] ?? '')) return words
  const runner = runners.find(names => names.every((name, at) => words[at] === name))
  const rest = runner === undefined ? words : words.slice(runner.length)
  return rest.length === 0 ? words : rest
}

/** These only check. */
const checksAlone =
  'vitest jest mocha ava tap pytest py.test tox nox tsc vue-tsc svelte-check eslint oxlint biome stylelint prettier ruff black flake8 pylint isort mypy pyright golangci-lint gofmt goimports staticcheck shellcheck rubocop rspec phpunit phpstan ctest playwright cypress unittest bats ninja'
/** These say in their second word what they check. */
const checksByWord =
  'cargo go npm pnpm yarn bun make mvn ./mvnw gradle ./gradlew dotnet deno swift turbo nx mise just task hatch rake bazel sbt mix dart flutter zig vite next astro pre-commit terraform xcodebuild cmake'
const withSubcommands = new Set(checksByWord.split(' '))
const checkers = new Set([...checksAlone.split(' '), ...withSubcommands])
const maxWords = 40

/** The keys of commands that check this and more: `vitest run a.test.ts` is covered by `vitest run`. */
export function coveringChecks(key: string): readonly string[] {
  const words = key.split(' ', maxWords)
  const [program = ''] = words
  // Only a check is wider with fewer words; what a pipe feeds runs a program of its own.
  if (!isChecking(key) || words.includes('|') || hostChecks.test(key)) return [key]
  const minWords = withSubcommands.has(program) ? 2 : 1
  const keys = [key, ...widerRuns(words)]
  for (const wider of [words, ...widerPackages(words)]) {
    if (wider !== words) keys.push(wider.join(' '))
    for (let count = words.length - 1; count >= minWords; count -= 1)
      keys.push(wider.slice(0, count).join(' '))
  }
  return keys
}

/** `go test ./app/store` is covered by `go test ./app/store/...`, `go test ./app/...` and `go test ./...`. */
function widerPackages(words: readonly string[]): readonly (readonly string[])[] {
  const at = words[0] === 'go' ? words.findIndex(word => word.startsWith('./')) : -1
  if (at < 0) return []
  const steps = (words[at] as string).split('/', maxWords)
  return steps.slice(0, -1).map((_, index) => words.with(at, `${steps.slice(0, index + 1).join('/')}/...`))
}

/** `-run 'TestParser_Empty|TestParser_Full'` is covered by `-run TestParser` and `-run TestParser_`. */
function widerRuns(words: readonly string[]): readonly string[] {
  const at = words.indexOf('-run')
  const name = at < 0 ? undefined : words[at + 1]?.replaceAll("'", '')
  if (name === undefined || !/^[\w|]{1,2000}$/.test(name)) return []
  const parts = name.split('|').reduce(commonStart).split('_', maxWords)
  return parts.slice(1).flatMap((_, index) => {
    const start = parts.slice(0, index + 1).join('_')
    return [start, `${start}_`].map(wider => words.with(at + 1, wider).join(' '))
  })
}

function commonStart(one: string, other: string): string {
  let end = 0
  while (end < one.length && one[end] === other[end]) end += 1
  return one.slice(0, end)
}

const checking =
  /^(?:test|t|tests|build|check|lint|type-?check|types|tsc|clippy|vet|verify|compile|e2e|ci|validate|fmt|format|unit|integration|analyze|coverage|--build)(?![a-z])/
/** A script that is named for what it checks: `./scripts/run-tests.sh`, not `test-harness.sh`. */
const checkScript =
  /^(run[-_]?)?(?:tests?|checks?|lint|ci|verify|e2e|build)([-_](?!harness|utils?|helpers?|lib|setup|server|data|fixtures?|env|repo|tools?)\w{1,40})?\.(?:sh|bash|py|js|mjs|ts)$/
const interpreters = new Set(['bash', 'sh', 'zsh', 'node', 'python', 'python3', 'bun', 'tsx', 'uv'])
/** Words that are before the one that says what is run: `npm --prefix web run test`, `pnpm --filter app test`. */
const passing = new Set(['run', 'run-script', 'exec', 'r', 'x', 'workspace', 'workspaces', 'foreach'])
const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const withValue = wordSet(
  '--prefix --filter -F -C --cwd --dir -w --workspace workspace -f -p --manifest-path',
)

/** What only says what would be run; `-t 'prints --help'` is no such option, and `--version 1.2.3` says what is built. */
const trial =
  /^[^'"]* (?:(?:--dry-run|--just-print|--collect-only|--list-?[Tt]ests|--help)(?![\w-])|--version$)/
const makersTrial = /^[^'"]* -n(?: |$)/
const makers = new Set(['make', 'ninja', 'just'])

function isChecking(part: string): boolean {
  const blank = part.indexOf(' ')
  const program = blank < 0 ? part : part.slice(0, blank)
  if (trial.test(part) || (makers.has(program) && makersTrial.test(part))) return false
  if (withSubcommands.has(program)) return checksByWordOf(program, part.split(' ', maxWords).slice(1))
  if (checkers.has(program) || part.startsWith('node --test') || hostChecks.test(part)) return true
  const script = interpreters.has(program)
    ? part
        .split(' ', maxWords)
        .slice(1)
        .find(word => !word.startsWith('-'))
    : program
  return script !== undefined && checkScript.test(fileName(script))
}

function checksByWordOf(program: string, rest: readonly string[]): boolean {
  // `go run` and `cargo run` run the program itself.
  const isTaskRunner = program !== 'go' && program !== 'cargo' && program !== 'dotnet' && program !== 'swift'
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as string
    // `npm ci` installs; `npm run ci` is a script.
    if (word === 'ci' && packageManagers.has(program) && !rest.slice(0, at).some(each => passing.has(each)))
      return false
    if (checking.test(word)) return true
    if (withValue.has(word)) at += 1
    else if (!(word.startsWith('-') || word.startsWith('+') || (isTaskRunner && passing.has(word))))
      return (
        /(?:^|[:_.-])(?:tests?|lint|check|build|type-?check|fmt|format|e2e)(?:$|[:_.-])/.test(word) &&
        isTaskRunner
      )
  }
  return makers.has(program) && rest.every(word => word.startsWith('-'))
}
