/** How many later messages speak of the same things as each message, in linear time. */

/** How many of the nearest later mentions of one name are looked at. */
const reach = 64

/**
 * Exact unless one of a message's names occurs in more than `reach` later messages. Then the number is that of its
 * commonest name, or that of the messages within reach of all its names, whichever is higher: at times too low, never
 * too high.
 */
export function forwardReferences(mentions: readonly ReadonlySet<string>[]): readonly number[] {
  const references = new Array<number>(mentions.length).fill(0)
  /** Later messages by name, the nearest last. */
  const later = new Map<string, number[]>()
  /** `counted[j] === i`: message `j` was already counted for message `i`. */
  const counted = new Int32Array(mentions.length).fill(-1)
  for (let index = mentions.length - 1; index >= 0; index -= 1) {
    let commonest = 0
    let within = 0
    for (const name of mentions[index] ?? []) {
      const messages = later.get(name)
      if (messages === undefined) {
        later.set(name, [index])
        continue
      }
      commonest = Math.max(commonest, messages.length)
      for (let at = Math.max(0, messages.length - reach); at < messages.length; at += 1) {
        const message = messages[at] ?? 0
        if (counted[message] === index) continue
        counted[message] = index
        within += 1
      }
      messages.push(index)
    }
    references[index] = Math.max(commonest, within)
  }
  return references
}
