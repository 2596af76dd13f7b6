/** Where a text is found, without regard to case. */

interface Match {
  /** Row of the pane. */
  readonly row: number
  readonly start: number
  readonly end: number
}

/** As many as anybody steps through. */
const maxMatches = 10_000

export function patternOf(query: string): RegExp | undefined {
  const words = query.trim()
  return words === '' ? undefined : new RegExp(RegExp.escape?.(words) ?? escaped(words), 'giu')
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')
}

/** In slices of rows, in order. What is cut in two by the end of a slice is not found. */
export function matchesIn(
  rows: readonly {
    readonly type: string
    readonly text?: string
    readonly start?: number
    readonly end?: number
  }[],
  pattern: RegExp | undefined,
): readonly Match[] {
  if (pattern === undefined) return []
  const found: Match[] = []
  for (const [row, { type, text = '', start = 0, end = 0 }] of rows.entries()) {
    if (type !== 'text') continue
    pattern.lastIndex = start
    for (let match = pattern.exec(text); match !== null && match.index < end; match = pattern.exec(text)) {
      found.push({ row, start: match.index, end: match.index + match[0].length })
      if (found.length >= maxMatches) return found
    }
  }
  return found
}
