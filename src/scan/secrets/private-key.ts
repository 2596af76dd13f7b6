/** Private keys in PEM form, whole or cut off. */
import type { Span } from '../span.ts'

export const privateKeyAnchor = '-----BEGIN '

const header = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/y
const footer = /-----END [A-Z0-9 ]{4,40}-----/y
const maxBodyLength = 20_000
const minBodyLength = 48
const fewestDistinct = 16

export function privateKey(text: string, at: number): Span | undefined {
  header.lastIndex = at
  if (!header.test(text)) return undefined
  const start = header.lastIndex
  // Whatever dashes come next: the end of this key, or the beginning of another, where the scan goes on.
  const dashes = text.indexOf('-----', start)
  footer.lastIndex = Math.max(dashes, 0)
  const isClosed = dashes >= 0 && dashes - start < maxBodyLength && footer.test(text)
  const end = isClosed ? footer.lastIndex : endOfLines(text, start)
  const body = text.slice(start, isClosed ? dashes : end)
  if (body.length < minBodyLength || new Set(body.slice(0, 200)).size < fewestDistinct) return undefined
  return { start: at, end }
}

/** A line of a body, perhaps behind an escaped line break or its number. */
const bodyLine = /[\s\\nr]{0,12}(?:\d{1,4}[\t→|])?[A-Za-z0-9+/=]{16,1000}/y

function endOfLines(text: string, start: number): number {
  let end = start
  for (bodyLine.lastIndex = start; bodyLine.test(text); ) end = bodyLine.lastIndex
  return end
}
