/** Registers your own strategies, kinds of content, message formats and session files, for every later call in this process. */
import { FoveaError, optionError } from '../../errors.ts'
import type { Format } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import type { Content, Piece } from '../../reduce/content/content.ts'
import { contentReaders } from '../../reduce/content/index.ts'
import { strategies } from '../../strategies/index.ts'
import type { Strategy } from '../../strategies/strategy.ts'
import { forgetReadings } from '../../tokens/remembered.ts'
import { transcriptReaders } from '../../transcripts/index.ts'
import type { TranscriptReader } from '../../transcripts/transcript.ts'

export type {
  Codec,
  Content,
  ContentSource,
  Piece,
  PieceValue,
} from '../../reduce/content/content.ts'
export { linePieces } from '../../reduce/content/lines.ts'
export type { Sample } from '../../scan/kind/content-sample.ts'
export { spanStrategy } from '../../strategies/spans/span-chooser.ts'
export { newestFirst, type SpanStrategy } from '../../strategies/spans/span-strategy.ts'
export type { Strategy } from '../../strategies/strategy.ts'

/**
 * `compress(messages, { strategy: NAME })` finds it from now on. It may read the existing options, but has none of its own;
 * TypeScript accepts options that not all strategies read once `AddedStrategies` names them. Throws if the name is taken.
 */
export function addStrategy(strategy: Strategy): Remove {
  return addTo(strategies, strategy, 'strategy', ['chooser'])
}

/** From now on, texts that it recognizes are shortened by its pieces; it has priority over all other kinds. */
export function addContent(content: Content): Remove {
  const remove = addTo(contentReaders, checkedContent(content), 'kind of content', ['fits', 'pieces'])
  // Readings that were made without it, or with another kind of that name, are no longer valid.
  forgetReadings()
  return () => {
    remove()
    forgetReadings()
  }
}

/** The same kind, with its name in its errors. */
function checkedContent(content: Content): Content {
  if (typeof content?.fits !== 'function' || typeof content.pieces !== 'function') return content
  const { name, detect } = content
  const checked: Partial<Content> = {
    fits: text => named(name, () => content.fits(text)),
    pieces: (text, source) =>
      checkedPieces(
        named(name, () => content.pieces(text, source)),
        text,
        name,
      ),
    ...(detect === undefined ? {} : { detect: sample => named(name, () => detect.call(content, sample)) }),
  }
  // The rest is inherited, since it may be an instance of a class. Properties are defined, since it may be frozen.
  return Object.create(content, Object.getOwnPropertyDescriptors(checked))
}

function named<Value>(name: string, work: () => Value): Value {
  try {
    return work()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new FoveaError('internal', `The kind of content ${name} failed: ${why}`, { cause })
  }
}

/** A line that belongs to no piece would be missing from a view without any mark. */
function checkedPieces(pieces: readonly Piece[], text: string, name: string): readonly Piece[] {
  const isList = Array.isArray(pieces) && pieces.every(piece => typeof piece?.text === 'string')
  const covered = isList ? pieces.reduce((sum, { lines }) => sum + lines, 0) : 0
  const lines = text.split('\n').length
  if (covered === lines) return pieces
  throw optionError(
    `The kind of content ${name} returned ${isList ? `pieces of ${covered} lines for a text of ${lines}` : 'no list of pieces'}: each needs a text and the number of its lines, and every line belongs to exactly one.`,
  )
}

/**
 * From now on, messages that it detects are read and written by it; it has priority over all other formats. A proxy that should
 * compress them on its routes needs `workers: 0`, since threads do not know what was added here.
 */
export function addFormat(format: Format): Remove {
  return addTo(formats, format, 'format', ['detect', 'read', 'write', 'check', 'join', 'create'])
}

/** From now on, session files that it detects are read by it; it has priority over all other readers. */
export function addTranscript(reader: TranscriptReader): Remove {
  return addTo(transcriptReaders, reader, 'transcript reader', ['detect', 'begin'])
}

/** Removes the added entry again. */
export type Remove = () => void

const hints: Readonly<Record<string, string>> = {
  chooser: '; spanStrategy() makes one of a strategy that says which messages it keeps',
  'transcript reader': ', in agent',
}

/** Adds an entry to a registry. The name of a reader of session files is that of its agent. */
function addTo<Entry extends { readonly name?: string; readonly agent?: string }>(
  registry: readonly Entry[],
  entry: Entry,
  what: string,
  functions: readonly (keyof Entry & string)[],
): Remove {
  const name = entry?.name ?? entry?.agent
  if (typeof name !== 'string' || name === '')
    throw optionError(`A ${what} needs a name${hints[what] ?? ''}.`)
  const lacking = functions.find(key => typeof entry[key] !== 'function')
  if (lacking !== undefined)
    throw optionError(`The ${what} ${name} needs a function ${lacking}${hints[lacking] ?? ''}.`)
  if (registry.some(known => (known.name ?? known.agent) === name))
    throw optionError(`There is a ${what} ${name} already.`)
  const lines = registry as Entry[]
  lines.unshift(entry)
  return () => {
    const at = lines.indexOf(entry)
    if (at >= 0) lines.splice(at, 1)
  }
}
