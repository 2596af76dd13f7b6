/** Many patterns as one, tried at a place of a line only: a line that fits none costs little. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'uy')
}

/** Whether a pattern of `anyOf` fits where a line begins, or at `from`. */
export function fitsAt(pattern: RegExp, line: string, from = 0): boolean {
  pattern.lastIndex = from
  return pattern.test(line)
}
