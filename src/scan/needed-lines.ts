/** Lines that mean something else without a line above them: the rest of an item, and what a heading denies. */
import { indentOf } from './lines.ts'

const item = /^\s{0,60}(?:[-*+•]|\d{1,3}[.)]) /
const fence = /^\s{0,12}(?:```|~~~)/
const marks = /^ {0,3}(#{1,6}) /
/** A bold sentence is no heading. */
const boldLine = /^ {0,3}\*\*[^*\n]{1,80}(?<![.!?])\*\*:?\s{0,4}$/
const boldLevel = 7
/** A longer one says more than what the items below it are. */
const leadIn = /^[^\n]{1,50}:(?:\*\*)?\s{0,4}$/
/** `Non-Goals`, `Out of scope`, `What this does not change`, `Rejected alternatives`, `Later` */
const denial =
  /\b(?:not?(?!-)|non-?(?:goals?|objectives?|requirements?|features?)|never|nothing|none|cannot|avoid|out[- ]of[- ]scope|anti-?patterns?|exclu(?:ded|des|sions?)|defer(?:red|rals?)|postponed|rejected|discarded|dropped|skipped|forbidden|prohibited|alternatives?|later|future|nicht(?:-?ziele?)?|keine?|später|nunca|jamais)\b|n['’]ts?\b|(?<![а-яё])не(?![а-яё])|不|非/i

/**
 * For each line the one that it makes no sense without: the first line of its item, or the heading or lead-in that denies it; -1 where
 * there is none. `isRest`: whether a line is a further sentence of the one before it.
 */
export function neededLines(
  lines: readonly string[],
  isRest: (at: number) => boolean = () => false,
): Int32Array {
  const needed = new Int32Array(lines.length).fill(-1)
  let isFenced = false
  let open: Opener | undefined
  let heading: Opener | undefined
  let lead: Opener | undefined
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const isFence = fence.test(line)
    if (isFence) isFenced = !isFenced
    if (isFence || isFenced || line.trim() === '') continue
    const indent = indentOf(line)
    const level = levelOf(line)
    const isItem = level === undefined && item.test(line)
    if (open !== undefined && !isItem && level === undefined && (indent > open.indent || isRest(at))) {
      needed[at] = open.at
      continue
    }
    open = isItem ? { at, indent } : undefined
    if (lead !== undefined && !(isItem && indent >= lead.indent)) lead = undefined
    if (level !== undefined && heading !== undefined && level <= heading.indent) heading = undefined
    needed[at] = lead?.at ?? heading?.at ?? -1
    if (level !== undefined && denial.test(line)) heading = { at, indent: level }
    else if (level === undefined && leadIn.test(line) && denial.test(line))
      lead = { at, indent: isItem ? indent + 1 : indent }
  }
  return needed
}

/** A line that others need. */
interface Opener {
  readonly at: number
  /** Of a heading its level; of a lead-in how far the items below it are indented at least. */
  readonly indent: number
}

/** `## A` is 2. */
function levelOf(line: string): number | undefined {
  return marks.exec(line)?.[1]?.length ?? (boldLine.test(line) ? boldLevel : undefined)
}
