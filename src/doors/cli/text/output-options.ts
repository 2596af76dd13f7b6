/** Options that the commands on one document share: where the result goes, and how tokens are counted. */
import { type Command, Option } from 'commander'
import { toText } from '../../../tokens/bytes.ts'
import { memoCounter } from '../../../tokens/memo-counter.ts'
import { exactCounter, modelCounter } from '../../../tokens/tokens.ts'
import { notationLevels } from '../../../tools/documents/notation/notation.ts'
import type { TokenCounter } from '../../../types.ts'
import { formatNumber, formatShare } from '../format-number.ts'
import { modelOption } from '../model-option.ts'
import { indentedJson, writeResult } from '../write-result.ts'

export interface OutputFlags {
  readonly output?: string
  readonly json?: boolean
  readonly model?: string
}

export function withOutputOptions(command: Command): Command {
  return command
    .argument('<file>', 'document, or - for standard input')
    .option('-o, --output <file>', 'where the text goes (default: standard output)')
    .option('--json', 'print numbers as JSON, and the text in it where no -o is given')
    .addOption(documentModelOption())
}

export function documentModelOption(): Option {
  return modelOption('count tokens as this model does (default: o200k_base)')
}

export function levelOption(): Option {
  return new Option('-l, --level <name>', 'how far the notation goes')
    .choices(notationLevels)
    .default('light')
}

export function counterFor(model: string | undefined): TokenCounter {
  return memoCounter(model === undefined ? exactCounter() : modelCounter(model))
}

/** Writes the text to its destination, and the numbers to standard output as JSON or to standard error as a sentence. */
export async function writeDocument(
  text: string | Uint8Array,
  numbers: object,
  summary: string,
  { output, json }: OutputFlags,
): Promise<void> {
  const isFile = output !== undefined && output !== '-'
  if (isFile || !json) await writeResult(text, output)
  if (json)
    await writeResult(
      indentedJson(isFile ? numbers : { ...numbers, text: typeof text === 'string' ? text : toText(text) }),
      undefined,
    )
  else process.stderr.write(`${summary}\n`)
}

/** `1,204 → 1,011 tokens, 16 % saved` */
export function savedTokensText(before: number, after: number): string {
  return `${formatNumber(before)} → ${formatNumber(after)} tokens, ${formatShare(before - after, before)} saved`
}
