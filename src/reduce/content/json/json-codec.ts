/** JSON in fewer tokens, restored to the byte: arrays of objects as tables, no white space, long repetitions named once. */
import { estimateCounter } from '../../../tokens/tokens.ts'
import { counted } from '../../pieces/counted.ts'
import type { Codec } from '../content.ts'
import { findJsonDocuments } from './find-json-documents.ts'
import { type JsonStyle, namedStyle, styleName, stylesOf, writeJson } from './json-style.ts'
import type { JsonValue } from './read-json.ts'
import { legend, readValues, writeValues } from './value-tables.ts'

export const jsonCodec: Codec = { encode, decode }

/** For larger values a table would not help a reader, or would be too expensive to try. */
const maxTextLength = 8_000_000
const maxDepth = 64

function encode(text: string): string | undefined {
  if (text.length > maxTextLength) return undefined
  const found = findJsonDocuments(text)
  if (found === undefined || found.depth > maxDepth) return undefined
  const { values, start, end } = found
  const whole = text.slice(start, end)
  const styles = stylesOf(text, start, end)
  // Whether a single style is right is checked at the end, when everything is written again.
  const style = styles.length === 1 ? styles[0] : styles.find(each => writeAll(values, each) === whole)
  if (style === undefined) return undefined
  const tail = text.slice(end)
  const above = text.slice(0, start)
  const below = tail === '\n' ? '' : tail
  if (below !== '' && !below.startsWith('\n')) return undefined
  const written = writeValues(values)
  const { body, forms } = shorten(written.body)
  const first = [
    `JSON${written.kind}`,
    written.count,
    styleName(style),
    linesOf(above, 'above'),
    linesOf(below, 'below'),
    forms.length > 0 ? counted(forms.length, 'short form') : '',
  ].filter(part => part !== '')
  const hint = written.hasTable ? `; ${legend}` : ''
  const named = forms.map((form, at) => `$${at + 1}=${form}\n`).join('')
  const encoded = `${first.join(', ')}${hint}:\n${above}${named}${body}${tail}`
  return saves(text, encoded) && restores(encoded, text) ? encoded : undefined
}

function writeAll(values: readonly JsonValue[], style: JsonStyle): string {
  return values.map(value => writeJson(value, style)).join('\n')
}

const ranker = estimateCounter()
const clearlyShorter = 0.5

function saves(text: string, encoded: string): boolean {
  if (encoded.length < clearlyShorter * text.length) return true
  return encoded.length < text.length && ranker.count(encoded) < ranker.count(text)
}

function restores(encoded: string, text: string): boolean {
  try {
    return decode(encoded) === text
  } catch {
    return false
  }
}

function linesOf(text: string, where: string): string {
  return text === '' ? '' : `${counted(text.split('\n').length - 1, 'line')} ${where}`
}

const firstLine =
  /^JSON( array| lines)?(?:, (\d+) values)?(?:, (\d+) (?:row|table)s?)?(?:, ((?:tab|indent \d)(?: width \d+)?(?: hollow)?(?: tight)?|spaced|comma|colon))?(?:, (\d+) lines? above)?(?:, (\d+) lines? below)?(?:, (\d) short forms?)?(?:; [^\n]*)?:\n/

function decode(encoded: string): string {
  const found = firstLine.exec(encoded)
  const style = namedStyle(found?.[4] ?? '')
  if (found === null || style === undefined) throw new RangeError('not JSON as this codec writes it')
  const [whole, kind, documents = '1', count = '0', , above = '0', below = '0', forms = '0'] = found
  const lines = encoded.slice(whole.length).split('\n')
  const endsInBreak = below === '0' && lines.at(-1) === ''
  if (endsInBreak) lines.pop()
  const lead = lines.splice(0, Number(above))
  const tail = lines.splice(lines.length - Number(below))
  const named = lines.splice(0, Number(forms)).map(line => line.slice(line.indexOf('=') + 1))
  const body = lengthen({ body: lines.join('\n'), forms: named })
  const values = readValues(body.split('\n'), kind, Number(documents), Number(count))
  return [...lead, writeAll(values, style), ...tail].join('\n') + (endsInBreak ? '\n' : '')
}

/** Long texts that are frequent in a body, each replaced by a sign: `$1` for `https://example.org/repos/a/b`. */
interface Shortened {
  readonly body: string
  /** The texts of `$1`, `$2` … */
  readonly forms: readonly string[]
}

const maxForms = 9
const minLength = 12
const sign = '$'

function shorten(text: string): Shortened {
  let body = text
  const forms: string[] = []
  if (/\$\d/.test(text)) return { body, forms }
  const candidates = [...repeatedTexts(text)]
    .map(([form, count]) => ({ form, saved: saving(form, count) }))
    .filter(({ saved }) => saved > 0)
    .sort((one, two) => two.saved - one.saved || (one.form < two.form ? -1 : 1))
  for (const { form } of candidates.slice(0, maxForms * 4)) {
    if (forms.length === maxForms) break
    const parts = body.split(form)
    if (saving(form, parts.length - 1) <= 0) continue
    forms.push(form)
    body = parts.join(`${sign}${forms.length}`)
  }
  return { body, forms }
}

/** The inverse: a form may contain signs of earlier ones. */
function lengthen({ body, forms }: Shortened): string {
  return forms.reduceRight((text, form, at) => text.replaceAll(`${sign}${at + 1}`, () => form), body)
}

/** In estimated tokens; the sign costs two, and so does the line that explains it. */
function saving(form: string, count: number): number {
  const tokens = form.length / 4.5
  return count * (tokens - 2) - tokens - 4
}

/** Counts values, and their prefixes that end at a slash. */
function repeatedTexts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (form: string): void => {
    counts.set(form, (counts.get(form) ?? 0) + 1)
  }
  for (const [value] of text.matchAll(/[^|<>=\n"]{12,400}/g)) {
    if (isOffered(value)) add(value)
    let slashes = 0
    for (let at = value.indexOf('/', minLength - 1); at > 0 && slashes < 8; at = value.indexOf('/', at + 1)) {
      slashes += 1
      const form = value.slice(0, at)
      if (isOffered(form)) add(form)
    }
  }
  for (const [form, count] of counts) if (count < 3) counts.delete(form)
  return counts
}

function isOffered(form: string): boolean {
  return form.length >= minLength && form.trim() === form && !form.includes(sign)
}
