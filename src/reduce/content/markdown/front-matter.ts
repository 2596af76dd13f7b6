/** The settings that a Markdown file may begin with, between two rules. */

const mostLines = 60

/** Behind the closing rule; 0 where there is none. */
export function frontMatterEnd(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd()
  if (mark !== '---' && mark !== '+++') return 0
  const most = Math.min(lines.length, mostLines)
  for (let at = 1; at < most; at += 1) if ((lines[at] as string).trimEnd() === mark) return at + 1
  return 0
}
