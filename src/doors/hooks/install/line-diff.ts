/** What changes between two texts, for a person to read: changed lines with a few around them. */
import { lineChanges } from '../../../reduce/change/line-changes.ts'

const around = 3

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
  const signed = (sign: Line[0], lines: readonly string[]): Line[] => lines.map(text => [sign, text])
  let shown = 0
  const lines = lineChanges(before, after).flatMap(({ from, to, at, end }) => {
    const same = signed(' ', before.slice(shown, from))
    shown = to
    return [...same, ...signed('-', before.slice(from, to)), ...signed('+', after.slice(at, end))]
  })
  return [...lines, ...signed(' ', before.slice(shown))]
}
