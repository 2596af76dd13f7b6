/** Options that the commands on a workspace share: which files, how tokens are counted, what they cost. */
import { type Command, Option } from 'commander'
import { numberOption } from '../number-option.ts'
import { progress } from '../progress.ts'
import { documentModelOption } from '../text/output-options.ts'

export interface WorkspaceFlags {
  readonly files?: readonly string[]
  readonly exclude?: readonly string[]
  readonly model?: string
  readonly price: number
  readonly json?: boolean
}

export function withWorkspaceOptions(command: Command, folder = 'the workspace, or one document'): Command {
  return command
    .argument('<folder>', folder)
    .option(
      '-f, --files <patterns...>',
      'these files instead of the usual memory files, such as docs/**/*.md',
    )
    .option('-x, --exclude <patterns...>', 'not these files')
    .addOption(documentModelOption())
    .addOption(
      new Option('--price <dollars>', 'dollars per million input tokens')
        .default(usualPrice)
        .argParser(numberOption('--price')),
    )
    .option('--json', 'print as JSON')
}

/** Shows on a terminal which document is being processed. */
export function withProgress<Result>(work: (onProgress: (path: string) => void) => Result): Result {
  const bar = progress()
  try {
    return work(path => bar.update(path))
  } finally {
    bar.done()
  }
}

/** `$0.0123 a read at $3 per million tokens` */
export function readCostText(tokens: number, dollars: number): string {
  return `$${readCost(tokens, dollars).toFixed(4)} a read at $${dollars} per million tokens`
}

/** Default price in dollars per million input tokens: a usual price of a large model. */
const usualPrice = 3

export function readCost(tokens: number, pricePerMillion: number): number {
  return (tokens * pricePerMillion) / 1e6
}
