/** What `text.replace(/[…]+$/, '')` gives, which reads a long run again from each of its characters. */

/** Without the characters of `marks` at its end. */
export function trimEndOf(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
