/** The shapes of content that lines do not tell: JSON, and what is meant for machines alone. */
import type { Sample } from './content-sample.ts'

const jsonStart =
  /^(?:\{\s{0,200}["}]|\[\s{0,200}(?:[{["\]]|-?\d[\d.eE+-]*(?:[,\]\s]|$)|true\b|false\b|null\b))/
const jsonKey = /^\s*\{?\s*"[^"]*"\s?:/
const jsonLine = /^\s*(?:\{?\s*"[^"]*"\s?:|[{}[\]]+,?$|"[^"]*",?$|-?\d[\d.]*,?$|\},? ?\{$)/

/** A whole document, one that was cut off, or a document a line. */
export function isJson({ lines, lastCharacter }: Sample): boolean {
  if (lines.length > 0 && lines.every(line => /^[{[]["{}[\]]/.test(line))) return true
  const start = lines.slice(0, 2).join(' ')
  if (jsonStart.test(start) && (lastCharacter === '}' || lastCharacter === ']')) return true
  const hasKeys = lines.some(line => jsonKey.test(line))
  const fitting = lines.filter(line => jsonLine.test(line)).length
  return hasKeys && fitting >= 2 && fitting >= lines.length * 0.8
}

/** Base 64 and hex, and what is minified. */
const longToken = /[\x21-\x7e]{80,}/g
const longestWord = 400

const encodedLine =
  /^(?:[A-Za-z0-9+/]{56,}={0,2}|[0-9a-f]{32,}|[0-9a-f]{6,8}:? {1,2}(?:[0-9a-f]{2,4} ){4}.*)$/i

export function isEncoded({ head, lines }: Sample): boolean {
  const unreadable = count(
    head,
    code => (code < 32 && (code < 8 || code > 13) && code !== 27) || code === 0xfffd,
  )
  if (unreadable > head.length * 0.02) return true
  const dense = (head.match(longToken) ?? []).filter(token => token.length >= longestWord || isRandom(token))
  if (dense.reduce((total, token) => total + token.length, 0) > head.length * 0.7) return true
  if (head.length >= 1000 && !head.slice(0, 1000).includes('\n'))
    return count(head, code => code <= 32 || code > 127) < head.length * 0.07
  return lines.length >= 2 && lines.filter(line => encodedLine.test(line)).length >= lines.length * 0.8
}

/** No path and no name: digits, and hardly anything that separates words. */
function isRandom(token: string): boolean {
  if (!/^[\w+/=-]*$/.test(token) || !/\d/.test(token)) return false
  return count(token, code => code === slash || code === hyphen || code === underscore) * 12 < token.length
}

const slash = 47
const hyphen = 45
const underscore = 95

function count(text: string, fits: (code: number) => boolean): number {
  let total = 0
  for (let at = 0; at < text.length; at += 1) if (fits(text.charCodeAt(at))) total += 1
  return total
}
