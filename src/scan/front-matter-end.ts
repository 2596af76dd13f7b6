/** The settings that a Markdown file may begin with, between two rules. */

const maxLines = 60

/** The index after the closing rule; 0 where there is none. */
export function frontMatterEnd(lines: readonly string[], lineLimit: number = maxLines): number {
  const mark = lines[0]?.replace('\uFEFF', '').trimEnd()
  if (mark !== '---' && mark !== '+++') return 0
  const end = Math.min(lines.length, lineLimit)
  for (let at = 1; at < end; at += 1) if ((lines[at] as string).trimEnd() === mark) return at + 1
  return 0
}
