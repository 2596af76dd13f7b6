/** A word as a shell reads it: in single quotes, within which it expands nothing, unless it needs none. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
