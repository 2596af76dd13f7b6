/** Lines that begin alike, with their common beginning once above them: an exact codec for paths and search results. */
import { estimateCounter } from '../../tokens/tokens.ts'
import type { Codec } from '../content/content.ts'

const opening = 'Lines that begin with a space continue the line above that does not'
const shared = '; all others begin with '
/** Without groups. */
const alone = 'Each line begins with '

/** `prefixOf` says how many characters of a line it may share with its neighbours; 0 for none. */
export function prefixGroups(prefixOf: (line: string) => number): Codec {
  return {
    encode: text => encode(text, prefixOf),
    decode,
  }
}

function encode(text: string, prefixOf: (line: string) => number): string | undefined {
  if (/^ /m.test(text)) return undefined
  const lines = text.split('\n')
  const common = sharedFolder(lines)
  const encoded: string[] = []
  let hasGroups = false
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const length = prefixOf(line)
    const prefix = line.slice(0, length)
    let end = at + 1
    while (length > common.length && prefixOf(lines[end] ?? '') === length && lines[end]?.startsWith(prefix))
      end += 1
    if (end - at < 2) encoded.push(line.slice(common.length))
    else {
      hasGroups = true
      encoded.push(prefix.slice(common.length))
      for (; at < end; at += 1) encoded.push(` ${(lines[at] ?? '').slice(length)}`)
    }
    at = end
  }
  if (!hasGroups && common === '') return undefined
  const heading = hasGroups ? `${opening}${common === '' ? '' : `${shared}${common}`}` : `${alone}${common}`
  const grouped = [`${heading}:`, ...encoded].join('\n')
  return grouped.length < text.length && ranker.count(grouped) < ranker.count(text) ? grouped : undefined
}

const ranker = estimateCounter()
const minCommonLength = 12

/** The folders that every path begins with, to the last slash. */
export function commonFolder(paths: readonly string[]): string {
  let common = paths[0] ?? ''
  for (const path of paths) {
    let same = 0
    while (same < common.length && common.charCodeAt(same) === path.charCodeAt(same)) same += 1
    common = common.slice(0, same)
    if (common === '') break
  }
  return common.slice(0, common.lastIndexOf('/') + 1)
}

/** The folder of all lines but blank ones; empty where the rest of a line would read as blank or indented. */
function sharedFolder(lines: readonly string[]): string {
  const filled = lines.filter(line => line !== '')
  const folder = commonFolder(filled)
  const isFit = folder.length >= minCommonLength && !/[:\s]/.test(folder)
  return isFit && filled.every(line => line.length > folder.length && line.charAt(folder.length) !== ' ')
    ? folder
    : ''
}

function decode(encoded: string): string {
  const [first = '', ...lines] = encoded.split('\n')
  const heading = [`${opening}${shared}`, opening, alone].find(words => first.startsWith(words))
  if (heading === undefined || !first.endsWith(':'))
    throw new RangeError('not lines grouped by what they share')
  const common = heading === opening ? '' : first.slice(heading.length, -1)
  const decoded: string[] = []
  let prefix = ''
  lines.forEach((line, at) => {
    if (line.startsWith(' ')) decoded.push(`${prefix}${line.slice(1)}`)
    else {
      prefix = `${line === '' ? '' : common}${line}`
      if (lines[at + 1]?.startsWith(' ') !== true) decoded.push(prefix)
    }
  })
  return decoded.join('\n')
}
