/** The command line: `fovea COMMAND`. One file a command. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError } from 'commander'
import { compressCommand } from './compress-command.ts'
import { describeError } from './describe-error.ts'
import { evaluateCommand } from './evaluate-command.ts'
import { exitCodeOf, exitCodes, exitCodesHelp } from './exit-codes.ts'
import { expandCommand } from './expand-command.ts'
import { inspectCommand } from './inspect-command.ts'
import { searchCommand } from './search-command.ts'
import { storeCommand } from './store-command.ts'
import { uncompressCommand } from './uncompress-command.ts'

export async function main(argv: readonly string[]): Promise<void> {
  // Long logs stream through: a young generation that stays small saves about 100 MB and costs no time.
  setFlagsFromString('--semi-space-growth-factor=1')
  quietWhenTheReaderLeaves()
  const program = new Command('fovea')
    .description('Compress the context of LLM agents: reversible to the byte, deterministic without a model.')
    .version(version(), '-V, --version')
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .addHelpText('after', `\n${exitCodesHelp}`)
  for (const command of [
    inspectCommand(),
    compressCommand(),
    uncompressCommand(),
    expandCommand(),
    searchCommand(),
    storeCommand(),
    evaluateCommand(),
  ])
    program.addCommand(command.copyInheritedSettings(program))
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage
    else {
      process.stderr.write(`fovea: ${describeError(error)}\n`)
      process.exitCode = exitCodeOf(error)
    }
  }
}

/** `fovea … | head` ends quietly, as a Unix tool does. */
function quietWhenTheReaderLeaves(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(0)
    })
}

function version(): string {
  const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url))
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv)
