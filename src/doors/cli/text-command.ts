/** `fovea text`: encodes one document with one technique, and decodes it. */
import { Command, Option } from 'commander'
import { errorAtFile } from '../../errors.ts'
import { toBytes } from '../../tokens/bytes.ts'
import { hashBytes } from '../../tokens/hash.ts'
import { endpointNotationWriter } from '../../tools/documents/notation/ask-writer.ts'
import { compressNotation } from '../../tools/documents/notation/compress-notation.ts'
import type { NotationLevel } from '../../tools/documents/notation/notation.ts'
import { applyRules, defaultRules } from '../../tools/documents/rules/apply-rules.ts'
import type { RuleName } from '../../tools/documents/rules/rule.ts'
import { decodeDocument } from '../../tools/workspace/shorten-document.ts'
import { readCodebook } from '../../tools/workspace/workspace-files.ts'
import { formatCount, formatNumber } from './format-number.ts'
import { openOrCreateStore, storeOption } from './open-store.ts'
import { encodeCommand } from './text/encode-command.ts'
import {
  counterFor,
  levelOption,
  type OutputFlags,
  savedTokensText,
  withOutputOptions,
  writeDocument,
} from './text/output-options.ts'
import { readDocument } from './text/read-document.ts'
import { refuseToOverwrite } from './write-result.ts'
import { type WriterFlags, withEndpointOptions, writerEndpoint } from './writer-options.ts'

export function textCommand(): Command {
  return new Command('text')
    .description('Write a document in fewer tokens, and bring it back')
    .addCommand(encodeCommand())
    .addCommand(decodeCommand())
    .addCommand(rulesCommand())
    .addCommand(notationCommand())
    .addHelpText(
      'after',
      `
Examples:
  fovea text encode notes.md -o notes.short.md           lossless, as few tokens as pay for their legend
  fovea text decode notes.short.md                       and back, to the byte
  fovea text encode notes.md --codebook codes.json       with codes that several documents share
  fovea text rules notes.md -o notes.short.md            what is said twice once; the original goes to the store
  fovea text notation notes.md --level medium            fewer words, for a model; the original goes to the store`,
    )
}

interface DecodeFlags extends OutputFlags {
  readonly codebook?: string
}

/** `fovea text decode`: restores the exact document from an encoded one. */
function decodeCommand(): Command {
  return withOutputOptions(new Command('decode'))
    .description('Bring an encoded document back, to the byte')
    .option('--codebook <file>', 'the codebook that it was encoded with')
    .action(runDecode)
}

async function runDecode(file: string, flags: DecodeFlags): Promise<void> {
  refuseToOverwrite(file, flags.output)
  const { name, text } = await readDocument(file)
  const codebook = flags.codebook === undefined ? undefined : readCodebook(flags.codebook)
  if (flags.codebook !== undefined && codebook === undefined)
    throw errorAtFile('file-unreadable', flags.codebook, `There is no codebook ${flags.codebook}.`)
  const decoded = decodeDocument(text, codebook)
  const counter = counterFor(flags.model)
  const tokens = { before: counter.count(text), after: counter.count(decoded), counter: counter.name }
  const summary =
    decoded === text
      ? 'it was not encoded, and is as it was'
      : `${formatNumber(tokens.before)} → ${formatNumber(tokens.after)} tokens, as it was to the byte`
  await writeDocument(toBytes(decoded), { file: name, tokens }, summary, flags)
}

interface TextRulesFlags extends OutputFlags {
  readonly rules?: readonly RuleName[]
  readonly store?: string
}

/** `fovea text rules`: removes repetitions and empty sections from a Markdown document. */
function rulesCommand(): Command {
  return withOutputOptions(new Command('rules'))
    .description(
      'Drop what a Markdown document says twice and what says nothing; the original goes to the store',
    )
    .addOption(
      new Option('-r, --rules <names...>', 'only these (default: all but emphasis)').choices([
        ...defaultRules,
        'emphasis',
      ]),
    )
    .addOption(storeOption())
    .action(runRules)
}

async function runRules(file: string, flags: TextRulesFlags): Promise<void> {
  refuseToOverwrite(file, flags.output)
  const { name, text, bytes } = await readDocument(file)
  const {
    text: shorter,
    changes,
    tokens,
    loss,
  } = applyRules(text, {
    counter: counterFor(flags.model),
    ...(flags.rules !== undefined && { rules: flags.rules }),
  })
  const original = shorter === text ? undefined : keepOriginal(bytes, flags.store)
  const byRule = Object.fromEntries(
    Map.groupBy(changes, ({ rule }) => rule)
      .entries()
      .map(([rule, all]) => [rule, all.length]),
  )
  const summary =
    original === undefined
      ? 'written as it is: no rule saves tokens'
      : `${savedTokensText(tokens.before, tokens.after)}, ${formatCount(changes.length, 'change')}; the original is ${original}`
  await writeDocument(shorter, { file: name, tokens, loss, byRule, changes, original }, summary, flags)
}

interface NotationFlags extends OutputFlags, WriterFlags {
  readonly level: NotationLevel
  readonly apart?: boolean
  readonly store?: string
}

/** `fovea text notation`: writes a document in fewer words, for a model to read. */
function notationCommand(): Command {
  const command = withOutputOptions(new Command('notation'))
    .description('Write a document in fewer words for a model to read; the original goes to the store')
    .addOption(levelOption())
    .option('--apart', 'leave out the line that says how to read it: the reader knows it already')
    .addOption(storeOption())
  return withEndpointOptions(command, 'writes the notation, every fact checked').action(runNotation)
}

/** The default that the help text states. */
const writerSeconds = 120

const reasons = {
  'no-gain': 'it saves no tokens',
  'already-compressed': 'it is in such a notation already',
  encoded: 'it is encoded; decode it first',
  broken: 'it would have changed a fact or the structure',
} as const

async function runNotation(file: string, flags: NotationFlags): Promise<void> {
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
    ? `${savedTokensText(notation.tokens.before, notation.tokens.after)}${notation.by === 'writer' ? ' by the model' : ''}; the original is ${original}`
    : `written as it is: ${reasons[notation.why]}`
  const said = [summary, ...notation.notes].join('\n')
  await writeDocument(shorter, { file: name, ...numbers, original }, said, flags)
}

/** Stores the bytes and returns their handle. */
function keepOriginal(bytes: Uint8Array, storeOption: string | undefined): string {
  const store = openOrCreateStore(storeOption)
  try {
    const [stored] = store.put([{ hash: hashBytes(bytes), bytes }])
    return stored?.handle ?? ''
  } finally {
    store.close()
  }
}
