/** The step that writes codes for phrases, and explains them in lines above the text. */
import { bookFor } from './book-for.ts'
import { type Codebook, checkCodebook } from './codebook.ts'
import type { Layer, Layered, LayerSettings } from './codec.ts'
import { corruptEncoding } from './codec.ts'
import { resolve, substitute } from './substitute.ts'

const note = /^(\d{1,9}) lines of short forms$/

export const shortForms: Layer = {
  name: 'short-forms',
  encode(text: string, settings: LayerSettings): Layered | undefined {
    const book = bookFor(text, { ...settings, legendLine: (code, phrase) => `${code} ${phrase}\n` })
    const entries = Object.entries(book.entries)
    if (entries.length === 0) return undefined
    const legend = entries.flatMap(([code, phrase]) =>
      `${code} ${phrase.replaceAll('\n', '\n ')}`.split('\n'),
    )
    return { body: substitute(text, book).text, note: `${legend.length} lines of short forms`, legend }
  },
  legendLines(said: string): number | undefined {
    const lines = note.exec(said)?.[1]
    return lines === undefined ? undefined : Number(lines)
  },
  decode({ body, legend }: Layered): string {
    return resolve(body, readLegend(legend))
  },
}

/** A line that begins with a space continues the one above. */
function readLegend(legend: readonly string[]): Codebook {
  const phrases = new Map<string, string>()
  let code = ''
  for (const line of legend) {
    const end = line.indexOf(' ')
    if (end < 0) throw corruptEncoding(`${JSON.stringify(line)} does not say what it is short for`)
    if (end > 0) code = line.slice(0, end)
    const before = phrases.get(code)
    if (end === 0 ? before === undefined : before !== undefined)
      throw corruptEncoding('its short forms are out of order')
    phrases.set(code, end === 0 ? `${before}\n${line.slice(1)}` : line.slice(end + 1))
  }
  try {
    return checkCodebook({ version: 1, entries: Object.fromEntries(phrases) })
  } catch {
    throw corruptEncoding('its short forms are ambiguous')
  }
}
