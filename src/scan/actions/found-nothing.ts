/** The answer of a search that found nothing, as tools print it. */

/** `No matches found`, `No files found.`, `Found 0 matches` */
const nothing =
  /^(?:no (?:matches|files|results|occurrences|entries|hits)(?: (?:were |was )?found)?|found 0 [a-z]{3,20}|0 (?:matches|results|hits)(?: found)?)(?!\w)[^\n]{0,80}$/i

/** A longer answer may be the content of a file. */
const maxLength = 120

/** The line that says so; empty where something was found. */
export function foundNothing(answer: string): string {
  if (answer.length > maxLength) return ''
  const line = answer.trim()
  return nothing.test(line) ? line : ''
}
