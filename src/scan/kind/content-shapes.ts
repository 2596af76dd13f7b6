/** The shapes of content that no single line shows: JSON, rows of values, and what is meant for machines alone. */
import { lastCharacter, type Sample } from './content-sample.ts'

const jsonStart =
  /^(?:\{\s{0,200}["}]|\[\s{0,200}(?:[{["\]]|-?\d[\d.eE+-]*(?:[,\]\s]|$)|true\b|false\b|null\b))/
const jsonKey = /^\s*(?:\{\s*)?"[^"]*"\s?:/
const jsonLine = /^\s*(?:(?:\{\s*)?"[^"]*"\s?:|[{}[\]]+,?$|"[^"]*",?$|-?\d[\d.]*,?$|\},? ?\{$)/

/** A whole document, one that was cut off, or a document a line. */
export function isJson(sample: Sample): boolean {
  const { lines } = sample
  if (lines.length > 0 && lines.every(line => /^[{[]["{}[\]]/.test(line))) return true
  const start = lines.slice(0, 2).join(' ')
  if (jsonStart.test(start) && '}]'.includes(lastCharacter(sample))) return true
  if (!lines.some(line => jsonKey.test(line))) return false
  const fitting = lines.filter(line => jsonLine.test(line)).length
  return fitting >= 2 && fitting >= lines.length * 0.8
}

const encodedLine =
  /^(?:[A-Za-z0-9+/]{56,}={0,2}|[0-9a-f]{32,}|[0-9a-f]{6,8}:? {1,2}(?:[0-9a-f]{2,4} ){4}.*)$/i

/** Base 64, hex, minified code, bytes that are no text. */
export function looksEncoded({ head, lines }: Sample): boolean {
  if (encodedLine.test(lines[0] ?? ''))
    return lines.length === 1 || lines.filter(line => encodedLine.test(line)).length >= lines.length * 0.8
  const start = head.slice(0, 300)
  const { unreadable, spaces } = charactersOf(start)
  if (unreadable > start.length * 0.02) return true
  return spaces <= start.length * 0.06 && isDense(head)
}

function charactersOf(text: string): { readonly unreadable: number; readonly spaces: number } {
  let unreadable = 0
  let spaces = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 32 || (code >= 9 && code <= 13)) spaces += 1
    else if ((code < 32 && code !== 27) || code === 0xfffd) unreadable += 1
  }
  return { unreadable, spaces }
}

/** Mostly tokens that are longer than any word: not Chinese, which has no spaces either. */
function isDense(text: string): boolean {
  const dense = text.split(/\s+/).filter(token => (token.length >= 400 && isAscii(token)) || isRandom(token))
  return dense.reduce((total, token) => total + token.length, 0) > text.length * 0.7
}

const isAscii = (token: string): boolean => /^[\x20-\x7e]*$/.test(token)

/** No path and no name: digits, and hardly anything that separates words. */
function isRandom(token: string): boolean {
  if (token.length < 80 || !/^[\w+/=-]*$/.test(token) || !/\d/.test(token)) return false
  return (token.match(/[/_-]/g) ?? []).length * 12 < token.length
}

export function isCommaSeparated({ lines }: Sample): boolean {
  const commas = commasIn(lines[0] ?? '')
  if (lines.length < 3 || commas < 2) return false
  return (
    lines.filter(line => commasIn(line) === commas && !/[.;{}(]$/.test(line)).length >= lines.length * 0.8
  )
}

function commasIn(line: string): number {
  return line.split(',').length - 1
}
