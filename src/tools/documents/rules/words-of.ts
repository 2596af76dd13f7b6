/** The words of a text in lower case, numbers, names and paths among them; pairs of characters where no spaces part words. */

const word = /[\p{L}\p{N}]+(?:[_.:/@~-][\p{L}\p{N}]+)*/gu
const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  for (const [found] of text.toLowerCase().matchAll(word)) {
    if (found.length < 3 || !unspaced.test(found)) {
      words.push(found)
      continue
    }
    const characters = [...found]
    for (let at = 0; at + 1 < characters.length; at += 1) words.push(`${characters[at]}${characters[at + 1]}`)
  }
  return words
}

export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const each of one) if (other.has(each)) shared += 1
  return shared / Math.max(1, one.size + other.size - shared)
}
