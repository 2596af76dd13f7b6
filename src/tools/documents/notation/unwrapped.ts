/** Paragraphs that were broken at a width become one line each: a break costs a token and says nothing. */
import { keyOf } from '../rules/key-of.ts'
import type { MarkdownDocument } from '../rules/markdown-document.ts'

/** Narrower texts were not broken by a width: addresses, verses, fields. */
const minWidth = 50

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。，；：！？]/u

export function unwrapped(document: MarkdownDocument): string {
  const { lines } = document
  const breaks = new Set(
    document.nodes.filter(({ name }) => name === 'HardBreak').map(({ firstLine }) => firstLine),
  )
  const joinsNext = new Set<number>()
  for (const { name, firstLine, lastLine } of document.nodes) {
    if ((name !== 'Paragraph' && name !== 'Task') || firstLine === lastLine) continue
    const range = lines.slice(firstLine, lastLine + 1).map(({ text }) => text.trimEnd())
    const isWhole = range.every((_, at) => !document.isFrozen(firstLine + at) && !breaks.has(firstLine + at))
    if (isWhole && isWrapped(range)) for (let at = firstLine; at < lastLine; at += 1) joinsNext.add(at)
  }
  return lines
    .map(({ text, lineBreak }, at) => {
      const own = joinsNext.has(at - 1) ? text.trimStart() : text
      if (!joinsNext.has(at)) return own + lineBreak
      const trimmed = own.trimEnd()
      const next = lines[at + 1]?.text.trimStart() ?? ''
      return trimmed + (unspaced.test(trimmed.slice(-1)) && unspaced.test(next.charAt(0)) ? '' : ' ')
    })
    .join('')
}

/** People who break lines by hand leave some room. */
const ragged = 0.8

/** No line had room for the first word of the next. */
function isWrapped(range: readonly string[]): boolean {
  const width = range.reduce((most, { length }) => Math.max(most, length), 0)
  if (width < minWidth || range.every(line => keyOf(line) !== undefined)) return false
  return range.slice(0, -1).every((line, at) => {
    const word = (range[at + 1] ?? '').trimStart().split(' ', 1)[0] ?? ''
    return line.length + 1 + word.length > width * ragged
  })
}
