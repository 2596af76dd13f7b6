/** Headers in their original order and spelling: name, value, name, value. */
import { wordSet } from '../../../scan/vocabulary/word-set.ts'

export type HeaderList = readonly string[]

/** Headers of one connection, not of the message. */
const hopByHop =
  wordSet(`connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer
  transfer-encoding upgrade`)

export function headerOf(headers: HeaderList, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index]?.toLowerCase() === name) return headers[index + 1]
  return undefined
}

/** Without the headers for which `isDropped` is true; it gets names in lower case. */
export function withoutHeaders(headers: HeaderList, isDropped: (name: string) => boolean): string[] {
  const kept: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index] as string, headers[index + 1] as string]
    if (!isDropped(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}

/** Headers that may be passed on: neither hop-by-hop, nor named by `Connection`, nor one of `others`. */
export function endToEnd(headers: HeaderList, ...others: readonly string[]): string[] {
  const named = (headerOf(headers, 'connection') ?? '').split(',').map(name => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named, ...others])
  return withoutHeaders(headers, name => dropped.has(name))
}
