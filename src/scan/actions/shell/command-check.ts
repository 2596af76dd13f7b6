/** What a command checks, so that a later one can show whether it passes now. */
import { anyChecker, checkerOf, checkers, checkerWords } from '../../checks/index.ts'
import { wordSet } from '../../vocabulary/word-set.ts'
import { choosesOther } from './check-kind.ts'
import { fileName } from './join-path.ts'
import { type ShellCommand, shellCommands } from './shell-commands.ts'
import type { ShellWord } from './shell-tokens.ts'
import { withoutRunner } from './without-runner.ts'

const filters = wordSet(
  'head tail grep egrep rg tee cat wc sort less sed awk findstr select-object select-string where-object tee-object out-string out-host out-null',
)
/** Those of them that show the lines with some text. */
const selecting = wordSet('grep egrep fgrep rg ag sed awk findstr select-string where-object')
const silent = wordSet(
  'cd echo pushd popd true set export source sleep printf chdir set-location push-location pop-location write-host write-output start-sleep $lastexitcode',
)

export interface CommandCheck {
  /** The same for all commands that do the same: `cd app && CI=1 npx vitest run 2>&1 | tail -20` → `vitest run`. */
  readonly key: string
  /** The parts of the key that are run to check something, in order. */
  readonly checks: readonly string[]
  /** For one check, its words in the order in which they were typed. */
  readonly typed?: string
  readonly isCheck: boolean
  /** Nothing is run behind the last of them. */
  readonly isLast: boolean
  /** It does nothing else, so that its failure is the failure of a check. */
  readonly isOnlyChecks: boolean
  /** The checks are joined by `&&`, and so is what is run between them. */
  readonly isChained: boolean
  /**
   * Where the command succeeds, all of them have passed: in `npm run lint | tail && npm test`, the first may have failed, and in
   * a loop any but the last run.
   */
  readonly provesAll: boolean
  /** One is run where another fails: how each ended is not known. */
  readonly isEither: boolean
  /** Success proves nothing: `npm test || true`, `npm test; echo done`. */
  readonly hidesOutcome: boolean
  /** Only what it printed says how it ended: `npm test | tail -5`. */
  readonly isPiped: boolean
  /** Only some of its lines are seen, however many it printed: `npm test | grep TestA`. */
  readonly isSelected: boolean
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
  const isChained = checking.every(({ index }, at) =>
    commands
      .slice((checking[at - 1]?.index ?? index) + 1, index + 1)
      .every(({ joint }) => joint === '&&' || joint === '|'),
  )
  const hasPipefail = command.includes('pipefail')
  const isPipedAt = (index: number): boolean => !hasPipefail && commands[index + 1]?.joint === '|'
  const check: CommandCheck = {
    key: key || command.trim(),
    checks: isCheck ? [...new Set(checking.map(({ text }) => text))] : none,
    ...(checking.length === 1 && checking[0]?.typed !== undefined ? { typed: checking[0].typed } : {}),
    isCheck,
    isLast: parts.at(-1)?.isCheck === true,
    isOnlyChecks: checking.length === parts.length,
    isEither: checking.some(({ joint }, at) => at > 0 && joint === '||'),
    isChained,
    provesAll: isChained && !isLoop(command) && checking.slice(0, -1).every(({ index }) => !isPipedAt(index)),
    hidesOutcome: isCheck
      ? inBackground.test(command) ||
        commands.some(({ joint }, at) => at > last && (joint === '||' || joint === ';' || joint === '&'))
      : hidesEnd(commands),
    isSelected: commands.some(
      ({ joint, words }, at) =>
        at > last && joint === '|' && selecting.has(fileName(words[0]?.text ?? '').toLowerCase()),
    ),
    isPiped: isCheck ? isPipedAt(last) : !hasPipefail && commands.some(({ joint }) => joint === '|'),
  }
  if (known.size >= maxKnown) known.clear()
  known.set(command, check)
  return check
}

const none: readonly string[] = []

/** `npm test &` */
const inBackground = /(?<![&|<>])&\s{0,4}$/

/** `for a in b c; do (cd $a && npm test); done` */
function isLoop(command: string): boolean {
  return command.includes('done') && /[\s;]do\s/.test(command) && /[\s;]done(?![\w-])/.test(command)
}

/** Whether a command hides the exit code: `make x; echo done`, `make x || true`. */
function hidesEnd(commands: readonly ShellCommand[]): boolean {
  const end = commands.at(-1)
  if (end?.joint === ';' && silent.has(end.words[0]?.text.toLowerCase() ?? '')) return true
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
    const name = words[0]?.text.toLowerCase() ?? ''
    if (name === '' || silent.has(name) || (joint === '|' && filters.has(name))) continue
    const checked = checkedWordsOf(withoutRunner(words.map(word => word.text)))
    const canonical = checkerOf.get(checked[0] ?? '')?.canonicalWords?.(checked)
    const text = typedWords(canonical ?? checked, words).join(' ')
    const typed = canonical === undefined ? {} : { typed: typedWords(checked, words).join(' ') }
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
const quiet = anyChecker('quiet', '')
const quietWithValue = new Set(checkerWords('quietWithValue'))

/** The words that say what is checked. */
function checkedWordsOf(words: readonly string[]): readonly string[] {
  const checker = checkerOf.get(words[0] ?? '')
  if (checker?.checkedWords !== undefined) return checker.checkedWords(words)
  if (checker === undefined || checker.only !== undefined) return words
  return words.filter((word, at) => !quiet.test(word) && !isQuietPair(word, words[at - 1]))
}

function isQuietPair(word: string, before: string | undefined): boolean {
  return quietWithValue.has(word) || quietWithValue.has(before ?? '')
}

/** What has passed where all of it succeeded: `a ; b && c` → `b`, `c`. */
export function checksIn(key: string): readonly string[] {
  return (key.split(/ (?:;|\|\||&) /).at(-1) ?? key).split(' && ')
}

const maxWords = 40

/** These have subcommands of their own, of which `run` runs the program itself. */
const withSubcommands = new Set(checkerWords('subcommandPrograms'))
/** A further word of the command says what these check. */
const saysByWord = new Set([...withSubcommands, ...checkerWords('taskPrograms')])

/** The keys of commands that check this and more: `vitest run a.test.ts` is covered by `vitest run`. */
export function coveringChecks(key: string): readonly string[] {
  const words = key.split(' ', maxWords)
  const [program = ''] = words
  // Only a check is wider with fewer words; what a pipe feeds runs a program of its own.
  if (!isChecking(key) || words.includes('|') || checkerOf.get(program)?.isExact) return [key]
  const minWords = saysByWord.has(program) ? 2 : 1
  const filtered = checkers.flatMap(({ widerFilters }) => widerFilters?.(words) ?? [])
  const keys = [key, ...filtered.map(each => each.join(' '))]
  const targets = checkerOf.get(program)?.widerTargets?.(words) ?? []
  for (const command of [words, ...targets]) {
    if (command !== words) keys.push(command.join(' '))
    const chosen = targetsIn(command)
    for (let count = words.length - 1; count >= minWords; count -= 1)
      // `vitest run a` checks less than `vitest run a b`.
      if ((chosen[0] ?? count) >= count || (chosen.at(-1) as number) < count)
        keys.push(command.slice(0, count).join(' '))
  }
  return choosesOther.test(key) ? keys.filter(each => choosesOther.test(each)) : keys
}

/** Which words of a command choose files, packages or tests. */
function targetsIn(words: readonly string[]): readonly number[] {
  const found: number[] = []
  const task = saysByWord.has(words[0] ?? '')
    ? words.findIndex((word, at) => at > 0 && !word.startsWith('-') && !passing.has(word))
    : 0
  let isQuoted = false
  for (const [at, word] of words.entries()) {
    const isPath = /[./]/.test(word)
    const before = words[at - 1] ?? ''
    // `-x a.py`, unlike `--config a.js`, may be an option and the first file.
    const mayBeFirst = isPath && found.length === 0 && /^-\w/.test(before)
    const isValue = isQuoted || (before !== '--' && before.startsWith('-') && !mayBeFirst)
    const isVerb = found.length === 0 && !isPath && (passing.has(word) || checking.test(word))
    if (at > task && !word.startsWith('-') && !isValue && !isVerb) found.push(at)
    isQuoted = (isQuoted || word.startsWith("'")) && !word.endsWith("'")
  }
  return found
}

const checking =
  /^(?:test|t|tests|build|check|lint|type-?check|types|tsc|clippy|vet|verify|compile|e2e|ci|validate|fmt|format|unit|integration|analyze|coverage|--build)(?![a-z])/
/** A script that is named for what it checks: `./scripts/run-tests.sh`, not `test-harness.sh` or `check-prerequisites.sh`. */
const checkScript =
  /^(run[-_]?)?(?:tests?|e2e|(?:checks?|lint|ci|verify|build)(?![-_](?:prereq|update|status)))([-_](?!harness|utils?|helpers?|lib|setup|server|data|fixtures?|env|repo|tools?)\w{1,40})?\.(?:sh|bash|py|js|mjs|ts)$/
const interpreters = new Set(['bash', 'sh', 'zsh', 'node', 'python', 'python3', 'bun', 'tsx', 'uv'])
/** Words that are before the one that says what is run: `npm --prefix web run test`, `pnpm --filter app test`. */
const passing = new Set(['run', 'run-script', 'exec', 'r', 'x', 'workspace', 'workspaces', 'foreach'])
const withValue = wordSet(
  '--prefix --filter -F -C --cwd --dir -w --workspace workspace -f -p --manifest-path',
)

/** What only says what would be run; `-t 'prints --help'` is no such option, and `--version 1.2.3` says what is built. */
const trial =
  /^[^'"]* (?:(?:--dry-run|--just-print|--collect-only|--list-?[Tt]ests|--help)(?![\w-])|--version$)/
const makersTrial = /^[^'"]* -n(?: |$)/

function isChecking(part: string): boolean {
  const blank = part.indexOf(' ')
  const program = blank < 0 ? part : part.slice(0, blank)
  const checker = checkerOf.get(program)
  if (trial.test(part) || (checker?.isMaker && makersTrial.test(part))) return false
  if (saysByWord.has(program)) return checksByWordOf(program, part.split(' ', maxWords).slice(1))
  if (checker !== undefined && (checker.only?.test(part) ?? true)) return true
  const script = interpreters.has(program)
    ? part
        .split(' ', maxWords)
        .slice(1)
        .find(word => !word.startsWith('-'))
    : program
  return script !== undefined && checkScript.test(fileName(script))
}

function checksByWordOf(program: string, rest: readonly string[]): boolean {
  const { isMaker = false, installs } = checkerOf.get(program) ?? {}
  const runsTasks = !withSubcommands.has(program)
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as string
    // `npm ci` installs; `npm run ci` is a script.
    if (word === installs && !rest.slice(0, at).some(each => passing.has(each))) return false
    if (checking.test(word)) return true
    if (withValue.has(word)) at += 1
    else if (!(word.startsWith('-') || word.startsWith('+') || (runsTasks && passing.has(word))))
      return (
        /(?:^|[:_.-])(?:tests?|lint|check|build|type-?check|fmt|format|e2e)(?:$|[:_.-])/.test(word) &&
        runsTasks
      )
  }
  return isMaker && rest.every(word => word.startsWith('-'))
}
