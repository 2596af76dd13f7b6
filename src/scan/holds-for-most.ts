/** Whether a test holds for a minimum number of lines; stops as soon as that is certain. */
export function holdsForMost<Line>(
  lines: readonly Line[],
  needed: number,
  holds: (line: Line) => boolean,
): boolean {
  let found = 0
  for (let at = 0; at < lines.length && found < needed; at += 1) {
    if (found + lines.length - at < needed) return false
    if (holds(lines[at] as Line)) found += 1
  }
  return found >= needed
}
