/** The lossless techniques together: encode a document in fewer tokens, and decode it to the byte. */
import { FoveaError } from '../../errors.ts'
import { text as checkText } from '../../settings/invalid-option.ts'
import { checkGiven, type NamesOf } from '../../settings/option-names.ts'
import { memoCounter } from '../../tokens/memo-counter.ts'
import { exactCounter } from '../../tokens/tokens.ts'
import { checkChosen, checkDocument } from './check-document.ts'
import { type Codebook, checkCodebook, codebookName, firstEntries } from './codebook.ts'
import type {
  DecodeOptions,
  EncodeOptions,
  EncodeStep,
  Encoding,
  Layer,
  Layered,
  LayerSettings,
  TextTechnique,
  Unchanged,
} from './codec.ts'
import { corruptEncoding } from './codec.ts'
import { constantColumns } from './constant-columns.ts'
import { enumerations } from './enumerations.ts'
import { type Framed, frame, sumOf, unframe } from './frame.ts'
import { repeatedLines } from './repeated-lines.ts'
import { shortForms } from './short-forms.ts'
import { resolve, substitute } from './substitute.ts'
import { maxTextLength } from './text-parts.ts'

export const textTechniques: readonly TextTechnique[] = [
  'dictionary',
  'paths',
  'addresses',
  'blocks',
  'lines',
  'columns',
  'enumerations',
]

const encodeNames: NamesOf<EncodeOptions> = {
  techniques: true,
  counter: true,
  workspace: true,
  codebook: true,
  codebookFile: true,
}

/** Returns fewer tokens, or the unchanged text with the reason. Throws `invalid-option`, and for an invalid codebook. */
export function encodeText(text: string, options: EncodeOptions = {}): Encoding {
  checkDocument(text, options, encodeNames)
  checkChosen('techniques', options.techniques, textTechniques)
  return encodeInOrder(textLayers, text, options)
}

/** Like `encodeText`, with the layers in a given order, to measure which order saves most. */
export function encodeInOrder(layers: readonly Layer[], text: string, options: EncodeOptions): Encoding {
  const counter = memoCounter(options.counter ?? exactCounter())
  const before = counter.count(text)
  const unchanged = (why: Unchanged): Encoding => ({
    encoded: false,
    why,
    text,
    tokens: { before, after: before, counter: counter.name },
  })
  if (text.length > maxTextLength) return unchanged('too-long')
  if (isEncoded(text, options)) return unchanged('already-encoded')
  const settings = { ...options, counter, techniques: new Set(options.techniques ?? textTechniques) }
  const sum = sumOf(text)
  const taken: Layered[] = []
  const steps: EncodeStep[] = []
  let encoded = text
  // A step need not pay for the first line alone: the steps share it.
  let tokens = before + counter.count(frame(sum, []))
  for (const layer of layers) {
    const layered = layer.encode(taken.at(-1)?.body ?? text, settings)
    if (layered === undefined) continue
    const candidate = frame(sum, [...taken, layered])
    const after = counter.count(candidate)
    if (after >= tokens) continue
    steps.push({ step: layer.name, before: steps.length === 0 ? before : tokens, after })
    taken.push(layered)
    encoded = candidate
    tokens = after
  }
  if (tokens >= before) return unchanged('no-gain')
  if (!restores(encoded, text, options)) return unchanged('inexact')
  return { encoded: true, steps, text: encoded, tokens: { before, after: tokens, counter: counter.name } }
}

/**
 * The exact text that was encoded; any other text is returned as it is. Throws `corrupt` for an encoded text that was changed,
 * `not-found` if its codebook is missing, `invalid-option` for a value that is not a text.
 */
export function decodeText(encoded: string, options: DecodeOptions = {}): string {
  checkText('The document', encoded)
  checkGiven(options)
  const framed = unframe(encoded)
  if (framed === undefined) return encoded
  const layered = readLayers(framed)
  const decoded = layered.steps.reduceRight(
    (body, { layer, note, legend }) => layer.decode({ body, note, legend }, options),
    layered.body,
  )
  if (sumOf(decoded) !== framed.sum)
    throw corruptEncoding(
      layered.steps.some(({ layer }) => layer === sharedCodes)
        ? 'its sum is not the one in its first line, or it was encoded with another codebook'
        : 'its sum is not the one in its first line',
    )
  return decoded
}

interface ReadLayer extends Omit<Layered, 'body'> {
  readonly layer: Layer
}

function readLayers({ notes, rest }: Framed): {
  readonly steps: readonly ReadLayer[]
  readonly body: string
} {
  const steps: ReadLayer[] = []
  let from = 0
  for (const note of notes) {
    const layer = textLayers.find(({ legendLines }) => legendLines(note) !== undefined)
    if (layer === undefined) throw corruptEncoding(`${JSON.stringify(note)} is no step of this release`)
    const legend: string[] = []
    while (legend.length < (layer.legendLines(note) ?? 0)) {
      const end = rest.indexOf('\n', from)
      if (end < 0) throw corruptEncoding('its short forms are cut off')
      legend.push(rest.slice(from, end))
      from = end + 1
    }
    steps.push({ layer, note, legend })
  }
  return { steps, body: rest.slice(from) }
}

/** Whether the text is encoded, as far as can be known without its codebook. */
export function isEncoded(text: string, options: DecodeOptions = {}): boolean {
  if (unframe(text) === undefined) return false
  try {
    decodeText(text, options)
    return true
  } catch (error) {
    return FoveaError.isInstance(error) && error.code === 'not-found'
  }
}

function restores(encoded: string, text: string, options: DecodeOptions): boolean {
  try {
    return decodeText(encoded, options) === text
  } catch {
    return false
  }
}

/** `12 codes of codebook 4f2a91 in .fovea/codebook.json`; earlier releases wrote `12 codes of the codebook`. */
const note = /^(\d{1,6}) codes of (?:the codebook|codebook ([0-9a-f]{6})(?: in ([^\n]{1,300}))?)$/

/** The step that writes the codes of a codebook which the reader has beside the text. */
const sharedCodes: Layer = {
  name: 'codebook',
  encode(text: string, { codebook, codebookFile }: LayerSettings): Layered | undefined {
    if (codebook === undefined) return undefined
    const { text: body, uses } = substitute(text, checkCodebook(codebook))
    if (uses.every(count => count === 0)) return undefined
    const place = codebookFile !== undefined && isNameable(codebookFile) ? ` in ${codebookFile}` : ''
    return {
      body,
      note: `${uses.length} codes of codebook ${codebookName(codebook)}${place}`,
      legend: [],
    }
  },
  legendLines: said => (note.test(said) ? 0 : undefined),
  decode({ body, note: said }: Layered, { codebook }: DecodeOptions): string {
    const [, count = '', name, file] = note.exec(said) ?? []
    return resolve(body, bookOf(Number(count), name, file, codebook))
  },
}

/** A semicolon separates the notes of the first line. */
function isNameable(file: string): boolean {
  return file !== '' && file.length <= 300 && file.isWellFormed() && !/[\n\r;]/.test(file)
}

/** A book may have grown since: entries that were added later do not matter for an older text. */
function bookOf(
  count: number,
  name: string | undefined,
  file: string | undefined,
  book: Codebook | undefined,
): Codebook {
  const named = [
    name === undefined ? 'a codebook' : `codebook ${name}`,
    ` of ${count} entries`,
    file === undefined ? '' : ` (${file})`,
  ].join('')
  const missing = (what: string): FoveaError =>
    new FoveaError(
      'not-found',
      `This text needs ${named}, and ${what}. Decode it with the codebook it was encoded with.`,
    )
  if (book === undefined) throw missing('none was given')
  const has = Object.keys(book.entries).length
  if (has < count) throw missing(`the one given has ${has}`)
  const entries = firstEntries(checkCodebook(book), count)
  const given = codebookName(entries)
  if (name !== undefined && name !== given) throw missing(`the one given is another codebook, ${given}`)
  return entries
}

/** Names first, then runs of the remaining text; the reverse order saves hardly more. Decoding follows the first line. */
export const textLayers: readonly Layer[] = [
  sharedCodes,
  shortForms,
  repeatedLines,
  constantColumns,
  enumerations,
]

/** Selected techniques as a codec: a text transform with an exact inverse. */
export interface TextCodec {
  /** `undefined` if it saves no tokens. */
  encode(text: string): string | undefined
  /** `decode(encode(x))` equals `x` to the byte. Throws if the text was not encoded by Fovea, or was changed since. */
  decode(encoded: string): string
}

export function textCodec(options: EncodeOptions = {}): TextCodec {
  return {
    encode(text) {
      const result = encodeText(text, options)
      return result.encoded ? result.text : undefined
    },
    decode: encoded => decodeText(encoded, options),
  }
}
