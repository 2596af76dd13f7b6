/** What a pattern captures first, of each line that it fits. */
export function captured(lines: readonly string[], pattern: RegExp): readonly string[] {
  return lines.flatMap(line => pattern.exec(line)?.[1] ?? [])
}
