/** What a host adds below an answer: it speaks of how to behave, not of what was found. */

const opening = '<system-reminder>'
const closing = '</system-reminder>'

/** A file that was read may quote such tags. */
export function withoutHostReminder(text: string): string {
  let end = text.length
  for (let start = reminderAt(text, end); start >= 0; start = reminderAt(text, end)) end = start
  return end === text.length ? text : text.slice(0, end)
}

/** Where a reminder begins that ends at `end`, on a line of its own; -1 if there is none. */
function reminderAt(text: string, end: number): number {
  const last = trimmedEnd(text, end)
  if (!text.endsWith(closing, last)) return -1
  const start = text.lastIndexOf(opening, last - closing.length)
  return start <= 0 || text.charAt(start - 1) === '\n' ? start : -1
}

function trimmedEnd(text: string, end: number): number {
  let last = end
  while (last > 0 && text.charAt(last - 1).trim() === '') last -= 1
  return last
}
