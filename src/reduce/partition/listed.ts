/** Lines under a label, as many as there is room for; how many are missing is said. */

/** `undefined` where there is nothing to list. What is one line is behind its label. */
export function listed(
  label: string,
  lines: readonly string[],
  room: number,
): { readonly text: string; readonly shown: number } | undefined {
  if (lines.length === 0) return undefined
  let left = room - label.length
  let shown = 0
  for (const line of lines) {
    if (line.length + 1 > left) break
    left -= line.length + 1
    shown += 1
  }
  const missing = lines.length - shown
  const rest =
    missing === 0 ? [] : [`… ${missing} ${shown === 0 ? 'in the original' : 'more in the original'}`]
  const told = [...lines.slice(0, shown), ...rest]
  const isShort = told.length === 1 && !told[0]?.includes('\n')
  return { text: `${label}:${isShort ? ' ' : '\n'}${told.join('\n')}`, shown }
}
