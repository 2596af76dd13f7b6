/** One short line about any thrown value. */

const maxLength = 300

/** Secrets are removed before the text is cut: half a secret would not be recognised. */
export function failureText(error: unknown, hide: (text: string) => string = asItIs): string {
  return snippet(hide(thrownText(error))) || 'no reason given'
}

export function asItIs(text: string): string {
  return text
}

/** The message of an error and of its causes: `fetch failed` alone explains nothing. Never throws, whatever was thrown. */
export function thrownText(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error)
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return `${error.message || error.name}${cause}`
  } catch {
    return ''
  }
}

/** The beginning of a text in one line. */
export function snippet(text: string): string {
  const line = text
    .slice(0, 2 * maxLength)
    .replace(/\s+/g, ' ')
    .trim()
  return (line.length > maxLength ? `${line.slice(0, maxLength)}…` : line).toWellFormed()
}
