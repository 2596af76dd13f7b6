/** `fovea text decode`: the exact document behind an encoded one. */
import { Command } from 'commander'
import { FoveaError } from '../../../errors.ts'
import { toBytes } from '../../../tokens/bytes.ts'
import { decodeDocument } from '../../../tools/workspace/shorten-document.ts'
import { readCodebook } from '../../../tools/workspace/workspace-files.ts'
import { formatNumber } from '../text-table.ts'
import { refuseToOverwrite } from '../write-result.ts'
import { counterFor, type OutputFlags, withOutputOptions, writeDocument } from './output-options.ts'
import { readDocument } from './read-document.ts'

interface Flags extends OutputFlags {
  readonly codebook?: string
}

export function decodeCommand(): Command {
  return withOutputOptions(new Command('decode'))
    .description('Bring an encoded document back, to the byte')
    .option('--codebook <file>', 'the codebook that it was encoded with')
    .action(run)
}

async function run(file: string, flags: Flags): Promise<void> {
  refuseToOverwrite(file, flags.output)
  const { name, text } = await readDocument(file)
  const codebook = flags.codebook === undefined ? undefined : readCodebook(flags.codebook)
  if (flags.codebook !== undefined && codebook === undefined)
    throw new FoveaError('file-unreadable', `There is no codebook ${flags.codebook}.`, {
      place: { file: flags.codebook },
    })
  const decoded = decodeDocument(text, codebook)
  const counter = counterFor(flags.model)
  const tokens = { before: counter.count(text), after: counter.count(decoded), counter: counter.name }
  const summary =
    decoded === text
      ? 'it was not encoded, and is as it was'
      : `${formatNumber(tokens.before)} → ${formatNumber(tokens.after)} tokens, as it was to the byte`
  await writeDocument(toBytes(decoded), { file: name, tokens }, summary, flags)
}
