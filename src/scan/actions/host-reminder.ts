/** What a host adds to an answer speaks of how to behave, not of what was found. */
export function withoutHostReminder(text: string): string {
  const start = text.indexOf('<system-reminder>')
  return start < 0 || !text.trimEnd().endsWith('</system-reminder>') ? text : text.slice(0, start)
}
