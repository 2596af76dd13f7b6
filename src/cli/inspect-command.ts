/** `fovea inspect`: where the tokens of a session went. */
import { Command } from 'commander'
import { inspect } from '../inspect.ts'
import { readSession } from './read-session.ts'
import { renderInspection } from './render-inspection.ts'
import { jsonText } from './write-result.ts'

interface Flags {
  readonly model?: string
  readonly json?: boolean
  readonly top: number
  readonly strict?: boolean
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Show where the tokens of a session went')
    .argument('<file>', 'session file (.gz too), or - for standard input')
    .option('-m, --model <name>', 'count tokens as this model does')
    .option('--top <number>', 'how many of the largest blocks to list', Number, 10)
    .option('--json', 'print everything as JSON')
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea inspect ~/.claude/projects/my-project/session.jsonl
  fovea inspect rollout.jsonl.gz --top 30
  fovea inspect session.jsonl --json | jq .tools`,
    )
    .action(async (file: string, flags: Flags) => {
      const { name, transcript } = await readSession(file, flags)
      const inspection = inspect(transcript, { model: flags.model, top: flags.top })
      process.stdout.write(flags.json ? jsonText(inspection) : renderInspection(name, transcript, inspection))
    })
}
