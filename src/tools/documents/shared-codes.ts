/** The step that writes the codes of a codebook which the reader has beside the text. */
import { FoveaError } from '../../errors.ts'
import { type Codebook, checkCodebook, firstEntries } from './codebook.ts'
import type { DecodeOptions, Layer, Layered, LayerSettings } from './codec.ts'
import { resolve, substitute } from './substitute.ts'

const note = /^(\d{1,6}) codes of the codebook$/

export const sharedCodes: Layer = {
  name: 'codebook',
  encode(text: string, { codebook }: LayerSettings): Layered | undefined {
    if (codebook === undefined) return undefined
    const { text: body, uses } = substitute(text, checkCodebook(codebook))
    if (uses.every(count => count === 0)) return undefined
    return { body, note: `${uses.length} codes of the codebook`, legend: [] }
  },
  legendLines: said => (note.test(said) ? 0 : undefined),
  decode({ body, note: said }: Layered, { codebook }: DecodeOptions): string {
    const count = Number(note.exec(said)?.[1])
    return resolve(body, firstEntries(checkCodebook(bookOf(count, codebook)), count))
  },
}

/** A book may have grown since: the entries that were added do not concern an older text. */
function bookOf(count: number, book: Codebook | undefined): Codebook {
  const has = book === undefined ? 0 : Object.keys(book.entries).length
  if (book !== undefined && has >= count) return book
  const missing = book === undefined ? 'none was given' : `the one given has ${has}`
  throw new FoveaError(
    'not-found',
    `This text needs a codebook of ${count} entries, and ${missing}. Decode it with the codebook it was encoded with.`,
  )
}
