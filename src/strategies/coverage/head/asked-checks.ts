/** Checks that the user asked for and that were not run since. */
import type { Row } from '../../../ledger/ledger.ts'
import { isWithin } from '../../../scan/actions/shell/check-kind.ts'
import { coveringChecks, readCheck } from '../../../scan/actions/shell/command-check.ts'
import { linesInFences } from '../../../scan/fenced-lines.ts'

const inlineCode = /`([^`\n]{1,200})`/g

/** The first row is what a person typed; `rows` are all rows. */
export function askedChecks({ value, last: asked }: Row, rows: readonly Row[]): readonly string[] {
  const ran = rows
    .filter(({ section, last }) => section === 'checks' && last > asked)
    .flatMap(({ key }) => [key, ...readCheck(key).checks])
  const known = new Set(ran)
  const isRun = (check: string): boolean =>
    coveringChecks(check).some(wider => known.has(wider)) || ran.some(task => isWithin(check, task))
  return [...new Set(commandsIn(value).flatMap(command => readCheck(command).checks))].filter(
    check => !isRun(check),
  )
}

/** The lines of code blocks, and inline code. */
function commandsIn(text: string): readonly string[] {
  const lines = text.split('\n')
  const fenced = linesInFences(lines)
  return lines.flatMap((line, at) =>
    fenced.has(at)
      ? [line.replace(/^\s{0,12}\$ /, '').trim()]
      : Array.from(line.matchAll(inlineCode), ([, code = '']) => code),
  )
}
