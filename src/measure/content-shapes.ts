/** The shapes of content that lines do not tell: JSON, and what is meant for machines alone. */
import type { Sample } from './content-sample.ts'

const jsonStart = /^(?:\{\s{0,200}["}]|\[\s{0,200}(?:[{["\]]|-?\d|true|false|null))/
const jsonKey = /^\s*\{?\s*"[^"]*"\s?:/
const jsonLine = /^\s*(?:\{?\s*"[^"]*"\s?:|[{}[\]]+,?$|"[^"]*",?$|-?\d[\d.]*,?$|\},? ?\{$)/

/** A whole document, one that was cut off, or a document a line. */
export function isJson({ head, tail, lines }: Sample): boolean {
  if (lines.length > 0 && lines.every(line => /^[{[]["{}[\]]/.test(line))) return true
  if (jsonStart.test(head) && /[}\]]$/.test(tail) && !/^\[-?\d[^\]]*\] ?\S/.test(head)) return true
  const hasKeys = lines.some(line => jsonKey.test(line))
  const fitting = lines.filter(line => jsonLine.test(line)).length
  return hasKeys && fitting >= 2 && fitting >= lines.length * 0.8
}

const longToken = /[\x21-\x7e]{200,}|(?<![\w+/=-])(?=[\w+=-]{0,80}\/?[\w+=-]{0,80}\d)[\w+/=-]{100,}/g
const encodedLine =
  /^(?:[A-Za-z0-9+/]{56,}={0,2}|[0-9a-f]{32,}|[0-9a-f]{6,8}:? {1,2}(?:[0-9a-f]{2,4} ){4}.*)$/i

export function isEncoded({ head, lines }: Sample): boolean {
  const unreadable = count(
    head,
    code => (code < 32 && (code < 8 || code > 13) && code !== 27) || code === 0xfffd,
  )
  if (unreadable > head.length * 0.02) return true
  const inLongTokens = (head.match(longToken) ?? []).reduce((total, token) => total + token.length, 0)
  if (inLongTokens > head.length * 0.7 && inLongTokens >= 400) return true
  if (head.length >= 1000 && !head.slice(0, 1000).includes('\n'))
    return count(head, code => code <= 32 || code > 127) < head.length * 0.07
  return lines.length >= 2 && lines.filter(line => encodedLine.test(line)).length >= lines.length * 0.8
}

function count(text: string, fits: (code: number) => boolean): number {
  let total = 0
  for (let at = 0; at < text.length; at += 1) if (fits(text.charCodeAt(at))) total += 1
  return total
}
