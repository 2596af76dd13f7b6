/** Many patterns as one, tried at a place of a line only: a line that fits none costs little. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'y')
}
