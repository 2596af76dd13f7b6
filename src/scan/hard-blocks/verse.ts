/** Poems and lyrics: short lines whose breaks are part of what they say. */
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { type Line, runEnd } from '../lines.ts'
import { capitals, type HardBlock } from './hard-block.ts'

/** A capital letter, then letters, spaces and punctuation. No digits, no other signs. */
const verseLine = lazyPattern(
  String.raw`^[\u201c\u2018\u2014]?\p{Lu}[\p{L}\p{M} ,;:.!?'\u2019"\u201c\u201d\u2014\u2013-]{11,63}$`,
  'u',
)
const runsOn = /[,;—–-]$/
const stops = /[.!?]$/
const minWords = 3

/** Four lines are a stanza; fewer are a heading with something under it. */
const minLines = 4

export const verse: HardBlock = {
  kind: 'verse',
  protects: 'verse_pattern',
  starts: capitals,
  mayBegin(line, next) {
    return next !== undefined && isVerseLine(line) && isVerseLine(next)
  },
  extent(lines, first) {
    const end = runEnd(lines, first, isVerseLine)
    const stanza = lines.slice(first, end).map(({ text }) => text.trim())
    const running = stanza.filter(text => runsOn.test(text)).length
    const stopped = stanza.filter(text => stops.test(text)).length
    return {
      end,
      holds: stanza.length >= minLines && running * 3 >= stanza.length && stopped * 2 <= stanza.length,
    }
  },
}

function isVerseLine({ text }: Line): boolean {
  if (text.length > 80) return false
  const trimmed = text.trim()
  return !trimmed.endsWith(':') && verseLine(trimmed).test(trimmed) && trimmed.split(' ').length >= minWords
}
