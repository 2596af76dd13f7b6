/** The items of a list that a later message names, by number or by words that no other item has. */
import { contentWords } from '../../../scan/content-words.ts'
import { indentOf } from '../../../scan/lines.ts'
import { addToList } from '../../../tokens/add-to-list.ts'

/** A longer message is understood without the list. */
const maxReply = 160
/** `1+2`, `let's fix 3 too`; not in `#12`, `1.5`, `v2`, and not a count (`all 5`) or a place (`line 5`). */
const named = /(?<![\w.#/:$-]|\b(?:all|lines?|pages?|port|version) )\d{1,3}(?![\w/:%-]|\.\d)/gi
/** `1-3`, `89/90`; not `2/3 of them`. */
const several =
  /(?<![\w.#/:$-]|\b(?:lines?|pages?|ports?|versions?) )(\d{1,3})([-–/])(\d{1,3})(?=\s{0,4}(?:$|[,;!?)]|\.(?!\d)|(?:and|or|too|first|please)\b))/gi
/** A number with a noun counts something: `fix 3 tests`. */
const isReference =
  /^\s{0,4}(?:$|[,;!?)+&]|\.(?!\d)|(?:and|or|too|also|as|first|then|next|now|please|in|from|und|et)(?!\w))/i
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
  readonly byNumber: (reply: string) => readonly number[]
  /** None if one of the numbers is missing, or counts something. */
  readonly byEveryNumber: (reply: string) => readonly number[]
  /** By words that no other item has. */
  readonly byWords: (reply: string) => readonly number[]
}

export function choosableItems(linesOf: () => readonly string[]): ChoosableItems {
  let read: Items | undefined
  const items = (): Items => {
    read ??= itemsIn(linesOf())
    return read
  }
  const positionsOf = ({ number }: NamedNumber): readonly number[] =>
    outermost(items().numbered.get(number) ?? [], items().lines)
  const whole = (chosen: readonly number[]): readonly number[] =>
    chosen.flatMap(at => withNested(at, items().lines)).sort((one, other) => one - other)
  return {
    byNumber: reply => whole(numbersIn(reply).flatMap(positionsOf)),
    byEveryNumber(reply) {
      const numbers = numbersIn(reply)
      if (!numbers.every(({ isItem }) => isItem)) return []
      const found = numbers.map(positionsOf)
      return found.every(positions => positions.length > 0) ? whole(found.flat()) : []
    },
    byWords: reply => (isShort(reply) ? whole(itemsWithWords(reply.trim(), items())) : []),
  }
}

function isShort(reply: string): boolean {
  return reply.trim().length <= maxReply
}

interface NamedNumber {
  readonly number: string
  /** It counts nothing. */
  readonly isItem: boolean
}

/** Of a longer range, only its ends are named. */
const maxRange = 20

function numbersIn(reply: string): readonly NamedNumber[] {
  if (!isShort(reply)) return []
  const text = reply.trim().replace(several, (_, first: string, sign: string, last: string) => {
    const length = Number(last) - Number(first) + 1
    if (sign === '/' || length < 2 || length > maxRange) return `${first}, ${last}`
    return Array.from({ length }, (_unused, at) => `${Number(first) + at}`).join(', ')
  })
  const found = new Map<string, boolean>()
  for (const { 0: number, index } of text.matchAll(named))
    found.set(number, isReference.test(text.slice(index + number.length)))
  return Array.from(found, ([number, isItem]) => ({ number, isItem }))
}

/** `Flight 1` within `Option 1` and `Option 2` is not what `option 1` names. */
function outermost(positions: readonly number[], lines: readonly string[]): readonly number[] {
  const indents = positions.map(at => indentOf(lines[at] as string))
  const min = indents.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY)
  return positions.filter((_, index) => indents[index] === min)
}

/** Of a longer item, the first lines. */
const maxNested = 12

/** An item and the lines that are indented below it. */
function withNested(item: number, lines: readonly string[]): readonly number[] {
  const indent = indentOf(lines[item] as string)
  const positions = [item]
  for (let at = item + 1; at < lines.length && positions.length <= maxNested; at += 1) {
    if (indentOf(lines[at] as string) <= indent) break
    positions.push(at)
  }
  return positions
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
