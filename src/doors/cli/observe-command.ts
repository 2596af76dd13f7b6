/** `fovea observe`: what sessions were about, what was done and decided in them, in a few percent of their tokens. */
import { Command } from 'commander'
import { FoveaError } from '../../errors.ts'
import { modelOption } from './model-option.ts'
import { observeSessions } from './observe-sessions.ts'
import { storeOption } from './open-store.ts'

export function observeCommand(): Command {
  return new Command('observe')
    .description('Tell what sessions were about, what was done and decided in them, and what came of it')
    .argument('<path...>', 'session files (.gz too), folders of them, or - for standard input')
    .option('--markdown', 'write markdown (default)')
    .option('--xml', 'write XML')
    .option('--json', 'write JSON')
    .option('-t, --tokens <number>', 'most tokens of all that is written', parseTokens)
    .addOption(modelOption())
    .option('-o, --output <file>', 'where the observations go (default: standard output)')
    .addOption(storeOption())
    .option('--keep', 'keep the messages in the store, so that the observations name handles')
    .option('--no-store', 'keep nothing (default unless --keep or --store is given)')
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea observe session.jsonl                          as markdown, summary on the terminal
  fovea observe ~/.claude/projects/app -o memory.md    all sessions of a folder
  fovea observe session.jsonl --tokens 1000            the user's words, decisions and errors first
  fovea observe session.jsonl --json | jq '.[0].observations[].title'
  fovea observe session.jsonl --keep                   with handles; "fovea expand" shows the messages behind them`,
    )
    .action(observeSessions)
}

function parseTokens(value: string): number {
  const tokens = Number(value)
  if (Number.isSafeInteger(tokens) && tokens > 0) return tokens
  throw new FoveaError('invalid-option', `--tokens ${value} is no number of tokens; write it as 1000.`)
}
