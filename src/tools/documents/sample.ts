/** Enough of a very long text to know its phrases by. */

const maxLength = 1_000_000
const stretches = 8

/** The text itself, or whole lines from evenly spaced places of it. */
export function sampleOf(text: string): string {
  if (text.length <= maxLength) return text
  const parts: string[] = []
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * text.length) / stretches)
    parts.push(wholeLines(text.slice(from, from + maxLength / stretches)))
  }
  return parts.join('\n')
}

/** Without the lines that are cut at either end; all of it where there is only one. */
function wholeLines(text: string): string {
  const first = text.indexOf('\n') + 1
  const last = text.lastIndexOf('\n')
  return last > first ? text.slice(first, last) : text
}
