/** The items of a list that a reply names, by their numbers or by words that no other item has. */
import { contentWords } from '../../../scan/content-words.ts'

/** A longer message says itself what it means. */
const maxReply = 160
/** `1+2`, `let's fix 3 too`; no part of `#12`, `1.5`, `v2` or `2/3`, and not how many there are (`all 5`). */
const named = /(?<![\w.#/:$-]|\ball )\d{1,2}(?![\w/:%-]|\.\d)/gi
/** `3. Keep both`, `### Option 3: keep both`, `**3.** Keep both`, `| 3 | keep both |` */
const numbered = /^[\s#*|>-]{0,10}(?:[A-Za-z]{2,14} )?#?(\d{1,2})(?:[.):]|\*\*|\s[|–—-]|$)/
/** `- Keep both`, `| 181 | Keep both |` */
const listed = /^\s{0,8}(?:[-*•] |\|)/

/** Places of the items among the lines of the message before; `Fix 2 and 5` makes no sense without them. */
export function chosenItems(reply: string, lines: readonly string[]): readonly number[] {
  const text = reply.trim()
  if (text.length > maxReply) return []
  const numbers = new Set(Array.from(text.matchAll(named), ([number]) => number))
  const byNumber = lines.flatMap((line, at) => (numbers.has(numbered.exec(line)?.[1] ?? '') ? [at] : []))
  return byNumber.length > 0 ? byNumber : itemsWithWords(text, lines)
}

/** Shorter words say what to do, not with which item. */
const minWord = 5
/** Of more than these no one was meant. */
const maxItems = 2
/** A reply of which an item has a smaller share speaks of something else. */
const minShared = 1 / 3

/** `fix the parallel tests first` means the one item that speaks of `t.Parallel()`, `181` the row of that number. */
function itemsWithWords(reply: string, lines: readonly string[]): readonly number[] {
  const items = lines.flatMap((line, at) =>
    listed.test(line) || numbered.test(line) ? [{ at, words: contentWords(line) }] : [],
  )
  if (items.length < 2) return []
  const wanted = [...contentWords(reply)].filter(word => word.length >= minWord || /^\d{3}/.test(word))
  const own = wanted.filter(word => items.filter(({ words }) => words.has(word)).length === 1)
  const chosen = items.filter(({ words }) => {
    const shared = own.filter(word => words.has(word)).length
    return shared > 0 && shared >= wanted.length * minShared
  })
  return chosen.length > maxItems ? [] : chosen.map(({ at }) => at)
}
