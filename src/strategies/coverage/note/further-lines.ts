/** The lines of a view that a larger view of the same messages does not show. */
import { rootPrefix } from '../render/digest-parts.ts'

/** `#12 user: …`, `#12 → [3/40 lines]` */
const numbered = /^#\d{1,7}(?= )/
const head = /^#\d{1,7} (?:\w{1,12}: )?…?/
/** Lines that a view says about itself. */
const frame = /^\[(?:Condensed|End of earlier|Instructions in force)|^#\d{1,7} → /
/** Shorter lines say little by themselves. */
const minLength = 12

/** Each run of lines begins with the number of its message. */
export function furtherLines(view: string, larger: string): readonly string[] {
  const known = new Set(larger.split('\n').map(bare))
  const further: string[] = []
  let number = ''
  let shown = ''
  for (const line of view.split('\n')) {
    number = numbered.exec(line)?.[0] ?? number
    const text = bare(line)
    // The state of the work, above the first message, is shown anyway.
    if (
      number === '' ||
      frame.test(line) ||
      line.startsWith(rootPrefix) ||
      text.length < minLength ||
      known.has(text)
    )
      continue
    further.push(numbered.test(line) || number === shown ? line : `${number} ${line.trim()}`)
    shown = number
  }
  return further
}

function bare(line: string): string {
  return line
    .replace(head, '')
    .replace(/(?: ?…)$/, '')
    .trim()
}
