/** `fovea text notation`: a document in fewer words, for a model to read. */
import { Command } from 'commander'
import { compressNotation } from '../../../tools/documents/notation/compress-notation.ts'
import { endpointNotationWriter } from '../../../tools/documents/notation/endpoint-notation-writer.ts'
import type { NotationLevel } from '../../../tools/documents/notation/notation.ts'
import { storeOption } from '../open-store.ts'
import { refuseToOverwrite } from '../write-result.ts'
import { type WriterFlags, withEndpointOptions, writerEndpoint } from '../writer-options.ts'
import { keepOriginal } from './keep-original.ts'
import {
  counterFor,
  levelOption,
  type OutputFlags,
  tokensSaved,
  withOutputOptions,
  writeDocument,
} from './output-options.ts'
import { readDocument } from './read-document.ts'

interface Flags extends OutputFlags, WriterFlags {
  readonly level: NotationLevel
  readonly apart?: boolean
  readonly store?: string
}

export function notationCommand(): Command {
  const command = withOutputOptions(new Command('notation'))
    .description('Write a document in fewer words for a model to read; the original goes to the store')
    .addOption(levelOption())
    .option('--apart', 'leave out the line that says how to read it: the reader was told elsewhere')
    .addOption(storeOption())
  return withEndpointOptions(command, 'writes the notation, every fact checked').action(run)
}

/** As the help says. */
const writerSeconds = 120

const reasons = {
  'no-gain': 'it saves no tokens',
  'already-compressed': 'it is in such a notation already',
  encoded: 'it is encoded; decode it first',
  broken: 'it would have changed a fact or the structure',
} as const

async function run(file: string, flags: Flags): Promise<void> {
  refuseToOverwrite(file, flags.output)
  const { name, text, bytes } = await readDocument(file)
  const endpoint = writerEndpoint(flags)
  const notation = await compressNotation(text, {
    ...(endpoint && {
      writer: endpointNotationWriter(endpoint),
      timeoutMs: (flags.writerTimeout ?? writerSeconds) * 1000,
    }),
    level: flags.level,
    counter: counterFor(flags.model),
    instruction: flags.apart ? 'apart' : 'in-band',
  })
  const original = notation.compressed ? keepOriginal(bytes, flags.store) : undefined
  const { text: shorter, ...numbers } = notation
  const summary = notation.compressed
    ? `${tokensSaved(notation.tokens.before, notation.tokens.after)}${notation.by === 'writer' ? ' by the model' : ''}; the original is ${original}`
    : `written as it is: ${reasons[notation.why]}`
  const said = [summary, ...notation.notes].join('\n')
  await writeDocument(shorter, { file: name, ...numbers, original }, said, flags)
}
