/** The command line: `fovea COMMAND`. Each command has one file, which is loaded when it is called. */
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError } from 'commander'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { packageVersion } from '../package-version.ts'
import { colour } from './colour.ts'
import { commandGroups } from './command-groups.ts'
import { describeError } from './describe-error.ts'
import { exitCodeOf, exitCodes, exitCodesHelp } from './exit-codes.ts'
import { formatNumber } from './format-number.ts'
import { isByNpx } from './program-name.ts'

export async function main(argv: readonly string[]): Promise<void> {
  // Long logs are streamed: a small young generation saves about 100 MB and costs no time.
  setFlagsFromString('--semi-space-growth-factor=1')
  endWhereNothingCanBeWritten()
  stopWithParent()
  hidePasswords(argv)
  const program = new Command('fovea')
    .description('Compress the context of LLM agents: reversible to the byte, deterministic without a model.')
    .version(packageVersion(), '-V, --version')
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(shortArguments(text, argv)) })
    .addHelpText('after', `\n${exitCodesHelp}`)
  for (const command of await commandsFor(argv[2])) program.addCommand(inheriting(command, program))
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage
    else {
      printError(shortArguments(describeError(error), argv))
      process.exitCode = exitCodeOf(error)
    }
  }
}

/** The arguments of a process are public; a title replaces them. */
function hidePasswords(argv: readonly string[]): void {
  if (argv.some(each => /:\/\/[^/]*@/.test(each))) process.title = 'fovea'
}

/** Help and a misspelt name need all commands, `--version` needs none. */
async function commandsFor(name: string | undefined): Promise<readonly Command[]> {
  if (name === '-V' || name === '--version') return []
  const called = commandGroups.filter(({ names }) => name !== undefined && names.includes(name))
  const groups = called.length > 0 ? called : commandGroups
  return (await Promise.all(groups.map(group => group.load()))).flat()
}

/** Also applies to nested commands: a wrong option is the same error everywhere. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const inner of command.commands) inheriting(inner, command)
  return command
}

/** `fovea … | head` ends quietly, as a Unix tool does; a full disk is an error. */
function endWhereNothingCanBeWritten(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    printError(`Cannot write to standard output: ${error.message}.`)
    process.exit(exitCodes.failure)
  })
  process.stderr.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : exitCodes.failure),
  )
}

function printError(sentence: string): void {
  process.stderr.write(`${colour('red', 'fovea:', process.stderr)} ${sentence}\n`)
}

const intervalMs = 500

/**
 * Ends a process that `npx` started when its parent ends: the shell between them forwards no signal and would leave it running.
 */
function stopWithParent(): void {
  if (!isByNpx(process.env)) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (isAlive(parent)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, intervalMs)
  watch.unref()
}

function isAlive(parent: number): boolean {
  // An orphan gets another parent, but on Windows the number stays the same.
  if (process.ppid !== parent) return false
  try {
    process.kill(parent, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const maxCharacters = 1000
const shownCharacters = 100

/** Cuts a long argument in an error: a text pasted as a file name would hide the message. */
function shortArguments(sentence: string, argv: readonly string[]): string {
  return argv
    .filter(argument => argument.length > maxCharacters)
    .reduce(
      (shown, argument) =>
        shown.replaceAll(
          argument,
          () => `${graphemeCut(argument, shownCharacters)}… (${formatNumber(argument.length)} characters)`,
        ),
      sentence,
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv)
