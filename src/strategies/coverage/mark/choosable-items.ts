/** The items of a list that a later message names, by number or by words that no other item has. */
import { contentWords } from '../../../scan/content-words.ts'
import { headingLevel } from '../../../scan/heading-level.ts'
import { indentOf } from '../../../scan/lines.ts'
import { addToList } from '../../../tokens/add-to-list.ts'
import { isShortMessage, type NamedNumber } from './named-numbers.ts'
import { lastQuestion } from './short-reply.ts'

/** `3. Keep both`, `- (3) Keep both`, `### Option 3: keep both`, `**3.** Keep both`, `| 3 | keep both |` */
const numbered = /^[\s#*|>-]{0,10}(?:[A-Za-z]{2,14} )?[#(]?(\d{1,3})(?:[.):]|\*\*|\s[|–—-]|$)/
/** `- Keep both`, `| 181 | Keep both |` */
const listed = /^\s{0,8}(?:[-*•] |\|)/

/** The items of a message, read once however many replies follow it. */
interface Items {
  readonly lines: readonly string[]
  readonly count: number
  /** Positions of items by number. */
  readonly numbered: ReadonlyMap<string, readonly number[]>
  /** By word, the position of the only item that has it; -1 if several have it. */
  readonly owners: ReadonlyMap<string, number>
}

/** Each gives the positions of items, with what is nested in them. */
export interface ChoosableItems {
  /** `Fix 2 and 5` makes no sense without them. */
  readonly byNumber: (numbers: readonly NamedNumber[]) => readonly number[]
  /** None if one of the numbers is missing, or counts something. */
  readonly byEveryNumber: (numbers: readonly NamedNumber[]) => readonly number[]
  /** The same, where the items or the last lines ask something. */
  readonly byAnsweredNumbers: (numbers: readonly NamedNumber[]) => readonly number[]
  /** By words that no other item has. */
  readonly byWords: (reply: string) => readonly number[]
}

export function choosableItems(linesOf: () => readonly string[]): ChoosableItems {
  let read: Items | undefined
  const items = (): Items => {
    read ??= itemsIn(linesOf())
    return read
  }
  const positionsOf = (numbers: readonly NamedNumber[]): readonly (readonly number[])[] => {
    if (numbers.length === 0) return []
    const { numbered: known, lines } = items()
    return ofLastList(
      numbers.map(({ number }) => outermost(known.get(number) ?? [], lines)),
      lines,
    )
  }
  const whole = (chosen: readonly number[]): readonly number[] =>
    chosen.flatMap(at => withNested(at, items().lines)).sort((one, other) => one - other)
  const byEveryNumber = (numbers: readonly NamedNumber[]): readonly number[] => {
    if (!numbers.every(({ isItem }) => isItem)) return []
    const found = positionsOf(numbers)
    return found.every(positions => positions.length > 0) ? whole(found.flat()) : []
  }
  return {
    byNumber: numbers => whole(positionsOf(numbers).flat()),
    byEveryNumber,
    byAnsweredNumbers(numbers) {
      if (numbers.length === 0) return []
      const { lines } = items()
      const found = byEveryNumber(numbers)
      const isAsked = lastQuestion(lines, 0) >= 0 || found.some(at => lines[at]?.includes('?'))
      return isAsked ? found : []
    },
    byWords: reply => (isShortMessage(reply) ? whole(itemsWithWords(reply.trim(), items())) : []),
  }
}

/** `Flight 1` within `Option 1` and `Option 2` is not what `option 1` names. */
function outermost(positions: readonly number[], lines: readonly string[]): readonly number[] {
  const indents = positions.map(at => indentOf(lines[at] as string))
  const min = indents.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY)
  return positions.filter((_, index) => indents[index] === min)
}

/**
 * Where a message ends with a question about its last list, only that list is meant. `positions`: of each number, in the order in
 * which a person names them.
 */
function ofLastList(
  positions: readonly (readonly number[])[],
  lines: readonly string[],
): readonly (readonly number[])[] {
  if (!positions.some(({ length }) => length > 1) || lastQuestion(lines, 0) < 0) return positions
  const last = positions.map(own => own.slice(-1))
  // Numbers that one list has are in order.
  const isOneList = last.flat().every((at, index, all) => index === 0 || at > (all[index - 1] as number))
  return isOneList ? last : positions
}

/** Of a longer item, the first lines. */
const maxNested = 12

/** An item and the lines that are indented below it, or the first ones below a heading. */
function withNested(item: number, lines: readonly string[]): readonly number[] {
  const line = lines[item] as string
  const level = headingLevel(line)
  if (level !== undefined) return withSection(item, level, lines)
  const indent = indentOf(line)
  const positions = [item]
  for (let at = item + 1; at < lines.length && positions.length <= maxNested; at += 1) {
    if (indentOf(lines[at] as string) <= indent) break
    positions.push(at)
  }
  return positions
}

/** Further lines below a heading go into detail. */
const maxBelowHeading = 3

function withSection(item: number, level: number, lines: readonly string[]): readonly number[] {
  const below = lines.slice(item + 1, item + 1 + maxBelowHeading)
  const end = below.findIndex(
    line => (headingLevel(line) ?? Number.POSITIVE_INFINITY) <= level || numbered.test(line),
  )
  return Array.from({ length: 1 + (end < 0 ? below.length : end) }, (_, at) => item + at)
}

function itemsIn(lines: readonly string[]): Items {
  const byNumber = new Map<string, number[]>()
  const owners = new Map<string, number>()
  let count = 0
  for (const [at, line] of lines.entries()) {
    const number = numbered.exec(line)?.[1]
    if (number !== undefined) addToList(byNumber, number, at)
    if (number === undefined && !listed.test(line)) continue
    count += 1
    for (const word of contentWords(line)) owners.set(word, owners.has(word) ? -1 : at)
  }
  return { lines, count, numbered: byNumber, owners }
}

/** Shorter words say what to do, not with which item. */
const minWord = 5
/** A reply that matches more items names none of them. */
const maxItems = 2
/** An item must share at least this fraction of the words of the reply. */
const minShared = 1 / 3

/** `fix the parallel tests first` names the one item with `t.Parallel()`, `181` the row with that number. */
function itemsWithWords(reply: string, { count, owners }: Items): readonly number[] {
  if (count < 2) return []
  const wanted = [...contentWords(reply)].filter(word => word.length >= minWord || /^\d{3}/.test(word))
  const own = Map.groupBy(wanted, word => owners.get(word) ?? -1)
  const chosen = [...own].flatMap(([at, words]) =>
    at >= 0 && words.length >= wanted.length * minShared ? [at] : [],
  )
  return chosen.length > maxItems ? [] : chosen
}
