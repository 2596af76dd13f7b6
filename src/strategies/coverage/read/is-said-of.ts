/** Whether a line is already contained in the text that is shown of a call. */

/** Shorter lines may occur in a call by chance. */
const minSaid = 8

export function isSaidOf(said: string, text: string): boolean {
  const line = text.trim()
  return line.length > minSaid && said.includes(line)
}
