/** The tokens of a public encoding, with a hash table over their bytes: arrays of numbers that a file contains as they are. */
import { characterTraits } from './piece-splitter.ts'

export type EncodingName = 'o200k_base' | 'cl100k_base'

export const encodings: readonly EncodingName[] = ['o200k_base', 'cl100k_base']

export interface Vocabulary {
  /** The bytes of all tokens in a row, by rank. */
  readonly bytes: Uint8Array
  /** `starts[rank]`: where the bytes of a token begin; the last entry is the end of the last token. */
  readonly starts: Int32Array
  /** Rank plus one, at the hash of its bytes or at the next free slot; 0 is free. */
  readonly slots: Int32Array
  /** The classes of each character, for splitting. */
  readonly traits: Uint8Array
}

/** Written by the build: beside the bundle, or in the bundle beside the source. Without a file it is computed on first use. */
export function loadVocabulary(encoding: EncodingName): Vocabulary {
  for (const folder of ['./', '../../dist/']) {
    const packed = readIfThere(new URL(`${folder}${encoding}.tokens`, import.meta.url))
    const vocabulary = packed === undefined ? undefined : unpackVocabulary(packed)
    if (vocabulary !== undefined) return vocabulary
  }
  const { createRequire } = process.getBuiltinModule('node:module')
  const published = createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${encoding}.tiktoken`)
  return readVocabulary(process.getBuiltinModule('node:fs').readFileSync(published, 'latin1'))
}

function readIfThere(file: URL): Buffer | undefined {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Changes with the layout; with the other byte order it reads as another number. */
const layout = 0x466f7602
const headerInts = 4

/** The content of its file. */
export function packVocabulary({ bytes, traits, starts, slots }: Vocabulary): Uint8Array {
  const header = Int32Array.of(layout, starts.length, slots.length, traits.length)
  return Buffer.concat(
    [header, starts, slots, traits, bytes].map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  )
}

/** `undefined` where the file has another layout. */
function unpackVocabulary(file: Buffer): Vocabulary | undefined {
  // A view of 32-bit numbers needs an aligned offset.
  const { buffer, byteOffset, byteLength } = file.byteOffset % 4 === 0 ? file : Buffer.from(file)
  const [found, starts = 0, slots = 0, traits = 0] = new Int32Array(buffer, byteOffset, headerInts)
  if (found !== layout) return undefined
  const startsAt = byteOffset + 4 * headerInts
  const slotsAt = startsAt + 4 * starts
  const traitsAt = slotsAt + 4 * slots
  const bytesAt = traitsAt + traits
  return {
    starts: new Int32Array(buffer, startsAt, starts),
    slots: new Int32Array(buffer, slotsAt, slots),
    traits: new Uint8Array(buffer, traitsAt, traits),
    bytes: new Uint8Array(buffer, bytesAt, byteOffset + byteLength - bytesAt),
  }
}

/** From lines with a token in base64 and its rank, as OpenAI publishes them. */
function readVocabulary(lines: string): Vocabulary {
  const tokens: Buffer[] = []
  for (const line of lines.split('\n')) {
    const [token = '', rank] = line.split(' ')
    if (rank !== undefined) tokens[Number(rank)] = Buffer.from(token, 'base64')
  }
  const starts = new Int32Array(tokens.length + 1)
  for (let rank = 0; rank < tokens.length; rank += 1)
    starts[rank + 1] = (starts[rank] as number) + (tokens[rank]?.length ?? 0)
  const bytes = new Uint8Array(starts[tokens.length] as number)
  for (let rank = 0; rank < tokens.length; rank += 1) bytes.set(tokens[rank] ?? [], starts[rank] as number)
  // At most half full, so that searches are short.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * tokens.length)))
  for (let rank = 0; rank < tokens.length; rank += 1) {
    const [from, end] = [starts[rank] as number, starts[rank + 1] as number]
    if (from === end) continue
    let slot = hashOf(bytes, from, end) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = rank + 1
  }
  return { bytes, starts, slots, traits: characterTraits() }
}

export function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  return hash ^ (hash >>> 15)
}
