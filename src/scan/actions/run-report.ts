/** A message in the user's name that is as a whole about one command which a person ran. */
import type { Span } from '../span.ts'

interface RunReport {
  readonly command: Span
  /** What it printed, and how it ended where that is said. */
  readonly output: string
}

const forms: readonly RegExp[] = [
  // pi
  /^(Ran `)([^`\n]{1,2000})`\n(?:```\n|\(no output\))/,
  // Gemini CLI
  /^(I ran the following shell command:\n```sh\n)([^\n]{1,2000})\n```\n\nThis produced the following result:\n```\n/,
]

export function runReport(text: string): RunReport | undefined {
  for (const form of forms) {
    const found = form.exec(text)
    if (found === null) continue
    const [head, lead = '', command = ''] = found
    const end = lead.length + command.length
    return { command: { start: lead.length, end }, output: text.slice(head.length) }
  }
  return undefined
}
