/** The items of a numbered list that a reply names by their numbers. */

/** A longer message says itself what it means. */
const maxReply = 160
/** `1+2`, `let's fix 3 too`; no part of `#12`, `1.5`, `v2` or `2/3`, and not how many there are (`all 5`). */
const named = /(?<![\w.#/:$-]|\ball )\d{1,2}(?![\w/:%-]|\.\d)/gi
/** `3. Keep both`, `### Option 3: keep both`, `**3.** Keep both`, `| 3 | keep both |` */
const item = /^[\s#*|>-]{0,10}(?:[A-Za-z]{2,14} )?#?(\d{1,2})(?:[.):]|\*\*|\s[|–—-]|$)/

/** Places of the items among the lines of the message before; `Fix 2 and 5` makes no sense without them. */
export function chosenItems(reply: string, lines: readonly string[]): readonly number[] {
  const text = reply.trim()
  if (text.length > maxReply) return []
  const numbers = new Set(Array.from(text.matchAll(named), ([number]) => number))
  if (numbers.size === 0) return []
  return lines.flatMap((line, at) => (numbers.has(item.exec(line)?.[1] ?? '') ? [at] : []))
}
