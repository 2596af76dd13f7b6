/** Whether a sticky pattern fits where a text begins, or at a place in it. */
export function matchesAt(pattern: RegExp, text: string, at = 0): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Many patterns as one, tried at a place of a line only: a line that fits none costs little. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'y')
}
