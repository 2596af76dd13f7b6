/** The words of a text as a set: a long list is read more easily as a text. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
