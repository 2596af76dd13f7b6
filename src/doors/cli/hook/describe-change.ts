/** A planned change of a file, line by line. */
import { lineChanges } from '../../../reduce/change/line-changes.ts'
import type { PlannedChange } from '../../hooks/install/hook-installation.ts'

export function describeChange({ file, before, after }: PlannedChange): string {
  if (after === before) return `${file}: nothing to change\n`
  const kind = before === undefined ? ' (new)' : after === undefined ? ' (removed)' : ''
  return `${file}${kind}\n${lineDiff(before ?? '', after ?? '')}\n`
}

const around = 3

type Line = readonly [sign: ' ' | '-' | '+', text: string]

/** The difference between two texts, for a person: changed lines with a few lines around them. */
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
