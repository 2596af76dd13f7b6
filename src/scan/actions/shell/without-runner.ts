/** The program of a command, without what only starts it: `npx`, `uv run`, `python -m`. */
import { checkerOf } from '../../checks/index.ts'

const runners: readonly (readonly string[])[] = [
  'npx',
  'bunx',
  'uvx',
  'pnpm exec',
  'pnpm dlx',
  'yarn exec',
  'yarn dlx',
  'uv run',
  'poetry run',
  'pdm run',
  'pipenv run',
  'pipx run',
  'conda run',
  'bundle exec',
  'python -m',
].map(words => words.split(' '))

const beginsRunner = new Set(runners.map(([name]) => name))

/** `bash scripts/a.sh` does what `scripts/a.sh` does. */
const scriptShells = new Set(['bash', 'sh', 'zsh'])

/** `poetry run uv run python -m pytest`: nobody nests more of them. */
const maxRunners = 4

/** `npx -y vitest run` → `vitest run`. */
export function withoutRunner(words: readonly string[], left: number = maxRunners): readonly string[] {
  if (scriptShells.has(words[0] ?? '') && /^[^-].*[./]/.test(words[1] ?? '')) return words.slice(1)
  const [program = '', ...rest] = words
  const name = programName(program)
  const named = [name, ...(name === 'python' ? fromModule(rest) : rest)]
  if (left === 0 || !beginsRunner.has(named[0] ?? '')) return named
  const runner = runners.find(names => names.every((name, at) => named[at] === name))
  const run = runner === undefined ? [] : named.slice(runner.length)
  // `uv run --extra dev pytest`: its options, and their values, come first.
  const isRun = (word: string, at: number): boolean =>
    isProgram(programName(word)) && !namesPackage.test(run[at - 1] ?? '')
  const at = run[0]?.startsWith('-') ? run.findIndex(isRun) : 0
  return run.length === 0 || at < 0 ? named : withoutRunner(run.slice(at), left - 1)
}

/** `-3 -W ignore -m pytest` → `-m pytest`: options of the interpreter change nothing about what is run. */
function fromModule(words: readonly string[]): readonly string[] {
  const isValue = (at: number): boolean => /^-[WX]$/.test(words[at - 1] ?? '')
  const first = words.findIndex((word, at) => word === '-m' || !(word.startsWith('-') || isValue(at)))
  return words[first] === '-m' ? words.slice(first) : words
}

/** Options of runners before the name of what is installed for the program. */
const namesPackage = /^(?:-p|--package|--with|--from)$/

/** `.venv/bin/pytest`, `pytest@8`, `@scope/pytest` → `pytest`; `python3.12` → `python`. Others as they are. */
function programName(word: string): string {
  const name = word
    .replace(/^(?:\S*\/)?(?:\.?bin|Scripts)\/|^@[\w-]{1,60}\//, '')
    .replace(/(?<=.)@[\w.^~-]{1,40}$/, '')
    .replace(/^(?:python[\d.]{1,6}|py)$/, 'python')
  return isProgram(name) ? name : word
}

function isProgram(name: string): boolean {
  return checkerOf.has(name) || beginsRunner.has(name)
}
