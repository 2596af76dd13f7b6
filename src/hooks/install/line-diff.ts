/** What changes between two texts, for a person to read: changed lines with a few around them. */

const around = 3
/** Longer changes are shown as one block. */
const mostCompared = 600

type Line = readonly [sign: ' ' | '-' | '+', text: string]

export function lineDiff(before: string, after: string): string {
  const lines = compared(linesOf(before), linesOf(after))
  const isNear = new Array<boolean>(lines.length).fill(false)
  for (const [index, [sign]] of lines.entries())
    if (sign !== ' ') isNear.fill(true, Math.max(0, index - around), index + around + 1)
  const shown: string[] = []
  for (const [index, [sign, text]] of lines.entries()) {
    if (isNear[index]) shown.push(`${sign} ${text}`.trimEnd())
    else if (isNear[index - 1] && isNear.includes(true, index)) shown.push('  …')
  }
  return shown.join('\n')
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}

function compared(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const same = (lines: readonly string[]): Line[] => lines.map(text => [' ', text])
  return [
    ...same(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

/** The longest lines in common, where the change is small enough for that. */
function middle(before: readonly string[], after: readonly string[]): readonly Line[] {
  if (before.length > mostCompared || after.length > mostCompared)
    return [...before.map((text): Line => ['-', text]), ...after.map((text): Line => ['+', text])]
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: Line[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]]
    if (old !== undefined && old === fresh) {
      lines.push([' ', old])
      row += 1
      column += 1
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(['-', old])
      row += 1
    } else if (fresh !== undefined) {
      lines.push(['+', fresh])
      column += 1
    }
  }
  return lines
}
