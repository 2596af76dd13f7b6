/** A name from outside (a path, a command, a query) as it may appear in a marker: on one line and not without end. */
import { graphemeCut } from '../../scan/grapheme-cut.ts'

const maxLength = 120
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

export function oneLine(name: string): string {
  const start = graphemeCut(name.slice(0, maxLength * 2), maxLength)
  const line = start.replace(breaks, ' ').trim()
  return start.length < name.length ? `${line} …` : line
}
