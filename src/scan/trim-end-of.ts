/** A text without the characters of `marks` at its end. `text.replace(/[…]+$/, '')` would read a long run again from each of them. */
export function trimEndOf(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
