/** Whether a sticky pattern fits where a text begins, or at a place in it. */
export function matchesAt(pattern: RegExp, text: string, at = 0): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
