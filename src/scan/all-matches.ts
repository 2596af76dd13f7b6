/** All matches of a pattern in a text, without the copy of the pattern that `matchAll` makes for each call. */

/** `pattern` has the flag `g`. */
export function allMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match)
  return found
}
