/** The command line: `fovea COMMAND`. One file a command. */
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError } from 'commander'
import { packageVersion } from '../package-version.ts'
import { compressCommand } from './compress-command.ts'
import { describeError } from './describe-error.ts'
import { evaluateCommand } from './evaluate-command.ts'
import { exitCodeOf, exitCodes, exitCodesHelp } from './exit-codes.ts'
import { expandCommand } from './expand-command.ts'
import { hookCommand } from './hook-command.ts'
import { inspectCommand } from './inspect-command.ts'
import { ledgerCommand } from './ledger-command.ts'
import { mcpCommand } from './mcp-command.ts'
import { observeCommand } from './observe-command.ts'
import { proxyCommand } from './proxy-command.ts'
import { resumeCommand } from './resume-command.ts'
import { searchCommand } from './search-command.ts'
import { storeCommand } from './store-command.ts'
import { textCommand } from './text-command.ts'
import { uncompressCommand } from './uncompress-command.ts'
import { workspaceCommand } from './workspace-command.ts'

export async function main(argv: readonly string[]): Promise<void> {
  // Long logs stream through: a young generation that stays small saves about 100 MB and costs no time.
  setFlagsFromString('--semi-space-growth-factor=1')
  quietWhenTheReaderLeaves()
  const program = new Command('fovea')
    .description('Compress the context of LLM agents: reversible to the byte, deterministic without a model.')
    .version(packageVersion(), '-V, --version')
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .addHelpText('after', `\n${exitCodesHelp}`)
  for (const command of [
    inspectCommand(),
    ledgerCommand(),
    compressCommand(),
    resumeCommand(),
    uncompressCommand(),
    expandCommand(),
    searchCommand(),
    storeCommand(),
    textCommand(),
    workspaceCommand(),
    evaluateCommand(),
    observeCommand(),
    proxyCommand(),
    hookCommand(),
    mcpCommand(),
  ])
    program.addCommand(inheriting(command, program))
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

/** Also for commands of commands: a wrong option is the same error everywhere. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const inner of command.commands) inheriting(inner, command)
  return command
}

/** `fovea … | head` ends quietly, as a Unix tool does. */
function quietWhenTheReaderLeaves(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(0)
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv)
