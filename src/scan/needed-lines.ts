/** Lines that mean something else without a line above them: what belongs to an item, and what a heading denies. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import { boldLevel, titleLevel } from './heading-level.ts'
import { indentOf } from './lines.ts'
import { neededKeys } from './needed-keys.ts'

const item = /^\s{0,60}(?:[-*+•]|\d{1,3}[.)]) /
const fence = /^\s{0,12}(?:```|~~~)/
/** A longer one says more than what the items below it are. */
const leadIn = /^[^\n]{1,50}:(?:\*\*)?\s{0,4}$/
/** A longer item costs more than what is below it says. */
const leadingItem = /^[^\n]{1,120}:(?:\*\*)?\s{0,4}$/
/** `Non-Goals`, `Out of scope`, `What this does not change`, `Rejected alternatives`, `Later` */
const denial =
  /\b(?:not?(?!-)|non-?(?:goals?|objectives?|requirements?|features?)|never|nothing|none|cannot|avoid|out[- ]of[- ]scope|anti-?patterns?|exclu(?:ded|des|sions?)|defer(?:red|rals?)|postponed|rejected|discarded|dropped|skipped|forbidden|prohibited|alternatives?|later|future|nicht(?:-?ziele?)?|keine?|später|nunca|jamais)(?!\w)|n['’]ts?\b|(?<![а-яё])не(?![а-яё])|不|非/i

/** `**Option C: Keep both**`, `If the branch is new:`, `## When a test fails`: what is below it holds in this case only. */
const condition = lazyPattern(
  '^[\\s#*_>]{0,12}(?:if|when(?:ever)?|unless|once|in case|otherwise|option|variant|case|scenario|wenn|falls|sofern|sonst|variante|fall|si|cuando|quand|lorsque|opción|caso|cas|если|когда|иначе|вариант)(?![\\p{L}\\p{N}_])|^[\\s#*_>]{0,12}(?:如果|若|当|當|选项|選項|もし)',
  'iu',
)

/**
 * For each line the one that it makes no sense without: the first line of its item, the item that leads to it (`2. If it is there:`), or
 * the heading or lead-in that denies it or says in which case it holds; -1 where there is none.
 */
export function neededLines(
  lines: readonly string[],
  { isRest = () => false, isLeading = true }: NeededOptions = {},
): Int32Array {
  const keys = isLeading ? undefined : neededKeys(lines, isRest)
  if (keys !== undefined) return keys
  const needed = new Int32Array(lines.length).fill(-1)
  let isFenced = false
  let open: Opener | undefined
  let heading: Opener | undefined
  const leads: Opener[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const isFence = fence.test(line)
    if (isFence) isFenced = !isFenced
    if (isFence || isFenced || line.trim() === '') continue
    const indent = indentOf(line)
    const level = titleLevel(line)
    const isItem = level === undefined && item.test(line)
    if (open !== undefined && !isItem && level === undefined && (indent > open.indent || isRest(at))) {
      needed[at] = open.at
      continue
    }
    open = isItem ? { at, indent } : undefined
    while (leads.length > 0 && !(isItem && indent >= (leads.at(-1) as Opener).indent)) leads.pop()
    if (level !== undefined && heading !== undefined && level <= heading.indent) heading = undefined
    needed[at] = leads.at(-1)?.at ?? heading?.at ?? -1
    if (level === boldLevel && condition(line).test(line)) leads.push({ at, indent })
    else if (level !== undefined) {
      if (denial.test(line) || condition(line).test(line)) heading = { at, indent: level }
    } else if (!isItem && leadingItem.test(line) && condition(line).test(line)) leads.push({ at, indent })
    else if (isItem && isLeading ? leadingItem.test(line) : leadIn.test(line) && denial.test(line))
      leads.push({ at, indent: isItem ? indent + 1 : indent })
  }
  return needed
}

interface NeededOptions {
  /** Whether a line is a further sentence of the one before it. */
  readonly isRest?: (at: number) => boolean
  /** Whether items below others that end with a colon need those. */
  readonly isLeading?: boolean
}

/** A line that others need. */
interface Opener {
  readonly at: number
  /** The level of a heading; for a lead-in, the least indent of the items below it. */
  readonly indent: number
}
