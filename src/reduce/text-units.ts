/** A text as the units an excerpt is made of: lines, and pieces of lines that are too long to be one unit. */

/** `text.slice(start, end)`; a unit that ends a line includes the line break. */
export interface TextUnit {
  readonly start: number
  readonly end: number
  /** 1-based number of the line it is in. */
  readonly line: number
}

const maxUnitLength = 400

export function textUnits(text: string): readonly TextUnit[] {
  const units: TextUnit[] = []
  let line = 1
  for (let start = 0; start < text.length; line += 1) {
    const lineBreak = text.indexOf('\n', start)
    const lineEnd = lineBreak < 0 ? text.length : lineBreak + 1
    while (lineEnd - start > maxUnitLength) {
      const end = cutBefore(text, start, start + maxUnitLength)
      units.push({ start, end, line })
      start = end
    }
    if (start < lineEnd) units.push({ start, end: lineEnd, line })
    start = lineEnd
  }
  return units
}

/** The best place to cut at or before `limit`: after a space where there is one, never inside a surrogate pair. */
function cutBefore(text: string, start: number, limit: number): number {
  const space = text.lastIndexOf(' ', limit - 1) + 1
  if (space > start + maxUnitLength / 2) return space
  const unit = text.charCodeAt(limit - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit
}
