/** `fovea resume`: a session goes on from where an earlier compression left it, in another process. */
import { Command } from 'commander'
import { FoveaError } from '../../errors.ts'
import { type CompressFlags, compressFile, parseBudget } from './compress-command.ts'
import { describeProgress } from './describe-progress.ts'
import { storeOption } from './open-store.ts'
import { readState } from './state-file.ts'

export function resumeCommand(): Command {
  return new Command('resume')
    .description('Go on from a saved state with the session as it is now; only what is new is read')
    .argument('<state>', 'file that "fovea compress --state" wrote; it is written again')
    .argument(
      '<file>',
      'the session as it is now, or the earlier view with new messages; - for standard input',
    )
    .option('-b, --budget <tokens>', 'most tokens of the view: a number, or a share such as 30%', parseBudget)
    .option('-m, --model <name>', 'count tokens as this model does')
    .option('--recent <messages>', 'newest messages that stay verbatim', Number)
    .option('--rehydrate', 'keep the files in sight that are being edited')
    .addOption(storeOption())
    .option('-o, --output <file>', 'where the view goes (default: standard output)')
    .option('-n, --dry-run', 'show what would be done; store nothing, write nothing')
    .option('--json', 'print { messages, receipt } as JSON')
    .addHelpText(
      'after',
      `
Examples:
  fovea compress session.jsonl -s anchored --state s.json -o view.json
  fovea resume s.json session.jsonl -o view.json     later, with what was said since`,
    )
    .action(run)
}

async function run(state: string, file: string, flags: CompressFlags): Promise<void> {
  const before = await readState(state)
  if (before === undefined)
    throw new FoveaError(
      'file-unreadable',
      `There is no state at ${state}; "fovea compress --strategy anchored --state ${state}" keeps one.`,
      { place: { file: state } },
    )
  const { state: after, messages } = await compressFile(file, { ...flags, strategy: before.strategy, state })
  process.stderr.write(describeProgress(before, after, messages))
}
