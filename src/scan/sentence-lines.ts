/** Which line breaks end a sentence that has no full stop: those before a blank line, a list item, a heading. */
import { afterSpace, isDigitAt, isSpaceAt, Kind, kindAt } from './character-kind.ts'
import { continuesGrapheme } from './grapheme-cut.ts'

/** Where the line begins that starts anew behind the line break at `at`, or -1 where the sentence runs on. */
export function lineBreakCut(text: string, at: number): number {
  const next = afterSpace(text, at)
  if (next === text.length || startsAnew(text, next)) return next
  if (!isBlankLine.test(text.slice(at + 1, next))) return -1
  return continuesGrapheme(text, next) ? afterLastBreak(text, next) : next
}

const isBlankLine = /[\n\u2028\u2029]/

/** A mark on the last space belongs to that space. */
function afterLastBreak(text: string, at: number): number {
  let start = at
  while (kindAt(text, start - 1) !== Kind.lineBreak) start -= 1
  return start
}

const bullets = '-*+•◦▪●·–—'

function startsAnew(text: string, at: number): boolean {
  const first = text.charAt(at)
  if (first === '|' || first === '>') return true
  if (first === '#') return /^#{1,6}\s/.test(text.slice(at, at + 7))
  if (bullets.includes(first)) return isSpaceAt(text, at + 1)
  if (text.startsWith('```', at) || text.startsWith('~~~', at)) return true
  let end = at
  while (end - at < 4 && isDigitAt(text, end)) end += 1
  return (
    end > at && '.)、'.includes(text.charAt(end)) && (isSpaceAt(text, end + 1) || text.charAt(end) === '、')
  )
}
