/** `fovea inspect`: where the tokens of a session went. */
import { Command } from 'commander'
import { FoveaError } from '../../errors.ts'
import { formatNamed } from '../../formats/index.ts'
import { inspect } from '../../inspect.ts'
import { countersFor } from '../../tokens/counters.ts'
import { countSystem, countTools } from '../../tokens/message-tokens.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { modelOption } from './model-option.ts'
import { readSession } from './read-session.ts'
import { renderInspection } from './render-inspection.ts'
import { jsonText } from './write-result.ts'

interface Flags {
  readonly model?: string
  readonly window?: string | true
  readonly json?: boolean
  readonly top: number
  readonly strict?: boolean
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Show where the tokens of a session went')
    .argument('<file>', 'session file (.gz too), or - for standard input')
    .addOption(modelOption())
    .option(
      '-w, --window [model]',
      'how full the window is: of a model, of a number of tokens (200k), or of the model in the session',
    )
    .option('--top <number>', 'how many of the largest blocks to list', Number, 10)
    .option('--json', 'print everything as JSON')
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea inspect ~/.claude/projects/my-project/session.jsonl
  fovea inspect rollout.jsonl.gz --top 30
  fovea inspect session.jsonl --window claude-opus-5
  fovea inspect session.jsonl --json | jq .tools`,
    )
    .action(async (file: string, flags: Flags) => {
      const { name, transcript } = await readSession(file, flags)
      const inspection = inspect(transcript, {
        counter: flags.model,
        top: flags.top,
        window: windowFor(flags, transcript),
        systemAndToolTokens: tokensBeside(transcript, flags.model),
      })
      process.stdout.write(flags.json ? jsonText(inspection) : renderInspection(name, transcript, inspection))
    })
}

function windowFor({ window }: Flags, { model }: Transcript): string | undefined {
  if (window !== true) return window
  if (model !== undefined) return model
  throw new FoveaError(
    'invalid-option',
    '--window: the session does not say which model it ran on; name one.',
  )
}

/** System text and tools, where the session keeps them outside its messages. */
function tokensBeside({ system, request, format }: Transcript, model: string | undefined): number {
  const { counter } = countersFor({ counter: model })
  const { request: shape } = formatNamed(format)
  const own = system === undefined || request !== undefined ? 0 : countSystem(system, counter)
  const systems = shape.system.reduce((sum, key) => sum + countSystem(request?.[key], counter), own)
  return shape.tools.reduce((sum, key) => sum + countTools(request?.[key], counter), systems)
}
