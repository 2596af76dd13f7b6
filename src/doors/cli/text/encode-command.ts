/** `fovea text encode`: writes a document in fewer tokens, reversibly to the byte. */
import { Command, Option } from 'commander'
import { FoveaError } from '../../../errors.ts'
import { present } from '../../../tokens/json-value.ts'
import { extendCodebook } from '../../../tools/documents/build-codebook.ts'
import { type Codebook, emptyCodebook, writeCodebook } from '../../../tools/documents/codebook.ts'
import type { EncodeOptions, Encoding, TextTechnique } from '../../../tools/documents/codec.ts'
import { decodeText, encodeText, textTechniques } from '../../../tools/documents/encode-text.ts'
import { withFileLock } from '../../../tools/workspace/with-file-lock.ts'
import { readCodebook, saveCodebook } from '../../../tools/workspace/workspace-files.ts'
import type { TokenCounter } from '../../../types.ts'
import { formatCount } from '../format-number.ts'
import { refuseToOverwrite } from '../write-result.ts'
import {
  counterFor,
  type OutputFlags,
  savedTokensText,
  withOutputOptions,
  writeDocument,
} from './output-options.ts'
import { readDocument } from './read-document.ts'

interface Flags extends OutputFlags {
  readonly techniques?: readonly TextTechnique[]
  readonly workspace?: string
  readonly codebook?: string
}

export function encodeCommand(): Command {
  return withOutputOptions(new Command('encode'))
    .description('Write a document in fewer tokens, lossless; as it is where that saves none')
    .addOption(new Option('-t, --techniques <names...>', 'only these').choices([...textTechniques]))
    .option('-w, --workspace <folder>', 'write this folder as $WS in paths')
    .option(
      '--codebook <file>',
      'use the codes of this codebook and add those that pay; made where there is none, never shortened',
    )
    .action(run)
}

async function run(file: string, flags: Flags): Promise<void> {
  refuseToOverwrite(file, flags.output)
  const { name, text } = await readDocument(file)
  const counter = counterFor(flags.model)
  const { techniques, workspace } = flags
  const options: EncodeOptions = { counter, ...present({ techniques, workspace }) }
  const { encoding, codebook } =
    flags.codebook === undefined
      ? { encoding: encodeText(text, options) }
      : encodeWithBook(text, flags.codebook, options, counter)
  const { text: _, ...figures } = encoding
  const numbers = {
    file: name,
    ...figures,
    isRoundTripExact: isExact(encoding, text, codebook?.book),
    ...(flags.json && { alone: savedAlone(text, options) }),
    ...(codebook && { codebook: codebook.numbers }),
  }
  if (!numbers.isRoundTripExact)
    throw new FoveaError('internal', `${name} would not come back to the byte. Nothing was written.`)
  await writeDocument(encoding.text, numbers, describe(encoding, codebook), flags)
}

interface UsedBook {
  readonly book: Codebook
  readonly numbers: {
    readonly file: string
    readonly entries: number
    readonly added: number
    /** Tokens of the whole codebook. */
    readonly tokens: number
  }
}

interface EncodedWithBook {
  readonly encoding: Encoding
  readonly codebook: UsedBook
}

/** The codebook is on disk before the text that needs it is written, and no other process extends it meanwhile. */
function encodeWithBook(
  text: string,
  file: string,
  options: EncodeOptions,
  counter: TokenCounter,
): EncodedWithBook {
  return withFileLock(`${file}.lock`, () => {
    const inUse = readCodebook(file) ?? emptyCodebook
    const { techniques: _, ...shared } = options
    const book = extendCodebook(inUse, [text], shared)
    const encoding = encodeText(text, { ...options, codebook: book, codebookFile: file })
    const entries = Object.keys(book.entries).length
    const added = entries - Object.keys(inUse.entries).length
    if (encoding.encoded && added > 0) saveCodebook(file, book)
    return {
      encoding,
      codebook: { book, numbers: { file, entries, added, tokens: counter.count(writeCodebook(book)) } },
    }
  })
}

function isExact(encoding: Encoding, text: string, codebook: Codebook | undefined): boolean {
  if (!encoding.encoded) return encoding.text === text
  return decodeText(encoding.text, codebook === undefined ? {} : { codebook }) === text
}

/** Tokens that each technique would save by itself. */
function savedAlone(text: string, options: EncodeOptions): Record<string, number> {
  return Object.fromEntries(
    textTechniques.map(technique => {
      const { tokens } = encodeText(text, { ...options, techniques: [technique] })
      return [technique, tokens.before - tokens.after]
    }),
  )
}

const reasons = {
  'no-gain': 'written as it is: encoding saves no tokens',
  'already-encoded':
    'written as it is: it is encoded already, and decoding it gives what it was encoded from',
  'too-long': 'written as it is: it is too long to be encoded',
  inexact: 'written as it is: it would not have come back to the byte',
} as const

function describe(encoding: Encoding, codebook: UsedBook | undefined): string {
  if (!encoding.encoded) return reasons[encoding.why]
  const saved = `${savedTokensText(encoding.tokens.before, encoding.tokens.after)}, exact`
  return codebook === undefined
    ? saved
    : `${saved}; the codebook has ${formatCount(codebook.numbers.entries, 'code')}, ${codebook.numbers.added} of them new`
}
