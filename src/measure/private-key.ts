/** Private keys in PEM form, whole or cut off. */
import type { Range } from './secret-assignment.ts'

export const privateKeyAnchor = '-----BEGIN '

const header = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/y
const footer = /-----END [A-Z0-9 ]{4,40}-----/y
/** The first line of a body, perhaps behind an escaped line break or a line number. */
const bodyStart = /[\s\\nr\d→|]{0,40}[A-Za-z0-9+/=]{32}/y
const body = /[A-Za-z0-9+/=\s\\]*/y

const longestBody = 20_000

export function privateKey(text: string, at: number): Range | undefined {
  header.lastIndex = at
  if (!header.test(text)) return undefined
  const start = header.lastIndex
  // Whatever dashes come next: an end, or the beginning of another key, at which the scan goes on.
  const dashes = text.indexOf('-----', start)
  footer.lastIndex = dashes
  if (dashes > start + 64 && dashes - start < longestBody && footer.test(text)) {
    const distinct = new Set(text.slice(start, start + 200)).size
    return distinct < 16 ? undefined : { start: at, end: footer.lastIndex }
  }
  bodyStart.lastIndex = start
  if (!bodyStart.test(text)) return undefined
  body.lastIndex = bodyStart.lastIndex
  body.test(text)
  return { start: at, end: body.lastIndex }
}
