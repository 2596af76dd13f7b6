/** `fovea compress`: a session in, its view out, the originals in the store. */
import { Command, Option } from 'commander'
import { formats } from '../../formats/index.ts'
import { resolveBudget } from '../../settings/budget.ts'
import { strategyNames } from '../../strategies/index.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import { type CompressFlags, compressFile } from './compress-file.ts'
import { modelOption } from './model-option.ts'
import { priceOptions } from './model-price.ts'
import { numberOption } from './number-option.ts'
import { storeOption } from './open-store.ts'
import { preservePatternOption } from './preserve-pattern-option.ts'
import { withRulesFlags } from './rules-flags.ts'
import { withSummarizerFlags } from './summarizer-flags.ts'
import { withWriterOptions } from './writer-options.ts'

export function compressCommand(): Command {
  const command = new Command('compress')
    .description('Compress a session, a list of messages or a request body; keep every original in the store')
    .argument('<file>', 'session file (.gz too), or - for standard input')
    .option(
      '-b, --budget <tokens>',
      'most tokens of the view: a number such as 9000 or 30k, or 30%, a share of what may be compressed (all but system text and tools)',
      parseBudget,
    )
    .addOption(modelOption())
    .addOption(
      new Option(
        '-s, --strategy <name>',
        'how to choose (default: coverage under a budget, auto with a window, else rules)',
      ).choices(['auto', ...strategyNames()]),
    )
    .option(
      '-f, --focus <task>',
      'under a budget: what the agent is about to do; what belongs to it weighs more',
    )
    .option(
      '--no-handles',
      'under a budget: name no originals in the view, for agents that cannot expand them',
    )
    .option(
      '-w, --window <model>',
      'context window, as a model name or in tokens (200k): without a budget, nothing is compressed while there is enough room',
    )
    .addOption(
      new Option(
        '--gate <mode>',
        'ask the view about what was removed, and show more where it cannot answer',
      ).choices(['off', 'on', 'strict']),
    )
    .option(
      '--probes <file>',
      'ask the view your own questions: a JSON list of { question, keywords, critical }; below 70 % answered is a red flag',
    )
    .addOption(
      new Option(
        '--secrets <mode>',
        'show or mask what looks like a credential in texts that replace messages',
      )
        .choices(['show', 'mask'])
        .default('mask'),
    )
    .option(
      '--state <file>',
      'strategies with a ledger: continue from this file, and save the state of the session there',
    )
    .option('--rehydrate', 'anchored and hybrid: keep files that are being edited visible')
    .option('-e, --explain', 'say what was decided about every block, and why')
    .option(
      '--recent <messages>',
      'newest messages that stay verbatim',
      numberOption('--recent', { isWhole: true }),
    )
    .addOption(preservePatternOption())
    .option(
      '--workers <n>',
      'threads that help to read a session of more than a million characters',
      numberOption('--workers', { isWhole: true, max: 64 }),
    )
    .addOption(storeOption())
    .addOption(priceOptions()[0])
    .addOption(priceOptions()[1])
    .addOption(
      new Option('--to <format>', 'write another message format').choices(formats.map(({ name }) => name)),
    )
    .option('-o, --output <file>', 'where the view goes (default: standard output)')
    .option('-n, --dry-run', 'show what would be done; store nothing, write nothing')
    .option('--json', 'print { messages, receipt } as JSON')
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea compress session.jsonl -o view.json          compress, summary on the terminal
  fovea compress session.jsonl -b 30% -o view.json   to 30 % of its tokens
  fovea compress request.json -b 50000 | curl …      a request body stays a request body
  fovea compress session.jsonl --dry-run --explain   only show what would be done, and why
  fovea compress session.jsonl --window claude-opus-5  only if that model's window fills up
  fovea compress session.jsonl -s anchored --state s.json   keep a ledger; "fovea resume" goes on from it
  fovea compress session.jsonl -b 4000 --writer http://localhost:11434 --writer-model qwen3   with a model's note
  fovea compress session.jsonl --fuzzy --contradictions --preserve-pattern '/order-\\d+/i'   more rules
  fovea compress session.jsonl --to openai-chat      write another format
  fovea uncompress view.json                         and back, to the byte`,
    )
    .action(async (file: string, flags: CompressFlags) => {
      await compressFile(file, flags)
    })
  return withSummarizerFlags(withRulesFlags(withWriterOptions(command)))
}

export function parseBudget(value: string): CompressOptions['budget'] {
  const budget = resolveBudget(value)
  return 'share' in budget ? (value as `${number}%`) : budget.tokens
}
