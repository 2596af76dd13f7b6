/** Numbers in a short message that may name items of a list. */
import { remembered } from '../../../tokens/remembered.ts'

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

export function isShortMessage(reply: string): boolean {
  return reply.trim().length <= maxReply
}

export interface NamedNumber {
  readonly number: string
  /** It counts nothing. */
  readonly isItem: boolean
}

const answer = /^\s{0,4}(\d{1,2})[.)]\s/gm
/** One alone may be the beginning of a list of the person's own. */
const minAnswers = 2

/** `for 4: is it needed?`, `re #2, use the store`, `#3: yes`: names an item of a list before. */
const about =
  /^\s{0,4}(?:(?:and |but )?(?:for|re:?|on|about|regarding|concerning|as for|as to|zu|für|bei) (?:(?:item|option|point|question|issue|number|no\.?|nr\.?|punkt|frage) )?#?|#|(?:item|option|point|question|issue|Q|punkt|frage) ?#?)(\d{1,2})(?::|,| ?[–—]| -)\s/gim

/** The numbers of a message that answers item by item: `2. Make it clear`, `1. Both`, `for 4: which one?`. */
export const answeredNumbers: (reply: string) => readonly NamedNumber[] = remembered(readAnsweredNumbers)

function readAnsweredNumbers(reply: string): readonly NamedNumber[] {
  const listed = new Set(Array.from(reply.matchAll(answer), ([, number = '']) => number))
  const named = Array.from(reply.matchAll(about), ([, number = '']) => number)
  const numbers = new Set([...(listed.size < minAnswers ? [] : listed), ...named])
  return [...numbers]
    .sort((one, other) => Number(one) - Number(other))
    .map(number => ({ number, isItem: true }))
}

/** Of a longer range, only its ends are named. */
const maxRange = 20

export function namedNumbers(reply: string): readonly NamedNumber[] {
  if (!isShortMessage(reply) || !/\d/.test(reply)) return []
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
