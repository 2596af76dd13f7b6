/** The agent's own account of a piece of work: how its last words in it begin. */
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { isAnnouncement } from '../extract/finding-words.ts'
import type { Said } from '../extract/session-reading.ts'

const longest = 500
const shortest = 30

/** A true stretch of what the agent said. */
export function narrativeOf(spoken: readonly Said[]): string | undefined {
  const texts = spoken.map(({ text }) => text.trim()).filter(({ length }) => length >= shortest)
  const told = texts.findLast(text => !isAnnouncement(text)) ?? texts.at(-1)
  return told === undefined ? undefined : beginningOf(told)
}

/** Cut behind a line or a sentence where there is one in the second half. */
function beginningOf(text: string): string {
  if (text.length <= longest) return text
  const cut = graphemeCut(text, longest)
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('. ') + 1, cut.lastIndexOf('。') + 1)
  return (end > longest / 2 ? cut.slice(0, end) : cut).trimEnd()
}
