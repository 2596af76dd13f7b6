/** Patterns of files that a command edits in place: `sed -i 's/a/b/' src/*.ts`. Which files they meant only the shell knew. */
import { commandLine } from './command-line.ts'
import { fileName, joinPath } from './join-path.ts'
import type { ShellCommand } from './shell-commands.ts'

const editors: ReadonlyMap<string, readonly string[]> = new Map([
  ['sed', ['e', 'f', 'expression', 'file']],
  ['perl', ['e', 'E']],
])

/** Only with stars: other expansions are unknown. */
const globPattern = /^[\w@~./*+-]{0,400}\*[\w@~./*+-]{0,400}$/

export function editedPatterns({ words, directory }: ShellCommand): readonly string[] {
  const [name, ...rest] = words
  const programOptions = editors.get(fileName(name?.text ?? ''))
  if (programOptions === undefined) return []
  const { operands, options, values } = commandLine(rest, programOptions)
  if (!options.has('i') && !options.has('in-place')) return []
  // BSD sed takes the suffix as a word of its own: `sed -i '' 's/a/b/' *.ts`.
  const suffix = Number(operands[0]?.text === '')
  const program = Number(!programOptions.some(option => values.has(option)))
  return operands
    .slice(suffix + program)
    .filter(({ text, isDynamic, isQuoted }) => isDynamic && !isQuoted && globPattern.test(text))
    .map(({ text }) => joinPath(directory, text))
}

/** Whether a path is one of those that a pattern means; either may leave out the directories above. */
export function matchesPattern(path: string, pattern: string): boolean {
  const steps = path.split('/')
  const wanted = pattern.split('/')
  const isWhole = path.startsWith('/') && pattern.startsWith('/')
  const length = pattern.startsWith('/') && !isWhole ? steps.length : wanted.length
  if ((isWhole && steps.length !== wanted.length) || length > Math.min(steps.length, wanted.length))
    return false
  return wanted.slice(-length).every((part, at) => matchesStep(steps.at(at - length) as string, part))
}

function matchesStep(step: string, wanted: string): boolean {
  const parts = wanted.split('*')
  const first = parts[0] as string
  const last = parts.at(-1) as string
  if (parts.length === 1) return step === wanted
  if (step.length < first.length + last.length || !step.startsWith(first) || !step.endsWith(last))
    return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = step.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= step.length - last.length
}
