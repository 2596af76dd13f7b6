/** Tables drawn with characters: Markdown, psql, MySQL, box drawing. */
import { type Line, runEnd } from '../lines.ts'
import type { HardBlock } from './hard-block.ts'

/** `|---|:-:|`, `----+----`, `+====+`: nothing but what rules are drawn with. */
const rule = /^[\s|+:=\-─-╿]+$/
const drawn = /(?:---|===|[─━═]{2})/
const column = /[|+│┃║┼╪╬┿]/
const footer = /^\(\d+ rows?\)/

const boxDrawing = 0x2500
const boxLeft = '┌│├└╔║╠╚╭╰┏┃┣┗'
const boxRight = '┐│┤┘╗║╣╝╮╯┓┃┫┛'

function isRule(text: string): boolean {
  return drawn.test(text) && column.test(text) && rule.test(text)
}

function isBoxed(text: string): boolean {
  return (
    text.length > 1 && boxLeft.includes(text.charAt(0)) && boxRight.includes(text.charAt(text.length - 1))
  )
}

function isFramed(text: string): boolean {
  return text.length > 2 && text.startsWith('|') && text.endsWith('|')
}

export const table: HardBlock = {
  kind: 'table',
  protects: 'table',
  mayBegin({ text, first }) {
    return text.includes('|') || text.charAt(first) === '+' || text.charCodeAt(first) >= boxDrawing
  },
  extent(lines, first) {
    let rules = 0
    let framed = 0
    const isRow = ({ text }: Line): boolean => {
      const trimmed = text.trim()
      if (isRule(trimmed)) rules += 1
      else if (isFramed(trimmed) || isBoxed(trimmed)) framed += 1
      else return trimmed.includes('|')
      return true
    }
    let end = runEnd(lines, first, isRow)
    if (end === first) return { end: first + 1, holds: false }
    if (footer.test(lines[end]?.text ?? '')) end += 1
    const rows = end - first - rules
    return { end, holds: framed >= 3 || (rules > 0 && rows >= 2) }
  },
}
