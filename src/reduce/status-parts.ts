/** The lines of an output that report its result, within a room: if error lines are left out, their number is shown. */
import { ellipsisCut } from '../scan/grapheme-cut.ts'
import type { LineShape } from './line-shape.ts'

export interface ShapedLine extends LineShape {
  /** Without the white space around it. */
  readonly text: string
  /** A result for the whole. */
  readonly isTally: boolean
  /** It is clearly more informative than the lines around it. */
  readonly saysMore: boolean
}

export const statusSeparator = ' | '
/** Maximum number of statuses other than errors. */
const shownStatuses = 3

/** A line, and how often it was printed. */
interface CountedLine {
  readonly text: string
  readonly position: number
  times: number
}

/**
 * The error lines, as many as there is room for; then some results, warnings and other statuses; then other lines that are
 * clearly more informative. In reading order.
 */
export function statusParts(lines: readonly ShapedLine[], room: number): readonly string[] {
  const errors = distinct(lines, line => line.isError)
  const statuses = [
    ...distinct(lines, line => line.isTally && !line.isError).toReversed(),
    ...distinct(lines, line => !line.isTally && line.status === 'warning'),
    ...distinct(lines, line => !line.isTally && (line.status === 'passed' || line.status === 'skipped')),
  ].slice(0, shownStatuses)
  const others = distinct(lines, line => line.saysMore && !isStatus(line))
  const shown = [...fitErrors(errors, room)]
  const hidden = errors.slice(shown.length).reduce((sum, { times }) => sum + times, 0)
  let left = room - costOf(shown) - (hidden > 0 ? noteLength : 0)
  for (const line of [...statuses, ...others]) {
    if (costOf([line]) > left) continue
    left -= costOf([line])
    shown.push(line)
  }
  const note = hidden > 0 && shown.length > 0 ? [`+${hidden} more error lines`] : []
  return [...shown.sort((one, two) => one.position - two.position).map(render), ...note]
}

/** Whether a summary reports this line as a status. */
export function isStatus({ isError, isTally, status }: ShapedLine): boolean {
  return isError || isTally || (status !== undefined && status !== 'info')
}

/** Lines that differ only in their time are equal. */
function distinct(
  lines: readonly ShapedLine[],
  holds: (line: ShapedLine) => boolean,
): readonly CountedLine[] {
  const found = new Map<string, CountedLine>()
  for (let position = 0; position < lines.length; position += 1) {
    const line = lines[position] as ShapedLine
    if (!holds(line)) continue
    const known = found.get(line.message)
    if (known === undefined) found.set(line.message, { text: line.text, position, times: 1 })
    else known.times += 1
  }
  return [...found.values()]
}

const suffixOf = ({ times }: CountedLine): string => (times > 1 ? ` (${times} times)` : '')
const render = (line: CountedLine): string => line.text + suffixOf(line)
const costOf = (lines: readonly CountedLine[]): number =>
  lines.reduce((sum, line) => sum + render(line).length + statusSeparator.length, 0)

/** Lines are cut shorter before one of them is left out. */
const cuts: readonly number[] = [Number.POSITIVE_INFINITY, 240, 160, 120, 80]
/** ` | +1234567 more error lines` */
const noteLength = 30
/** A shorter beginning of a line is of no use. */
const minCutLength = 24

function fitErrors(errors: readonly CountedLine[], room: number): readonly CountedLine[] {
  for (const limit of cuts) {
    const cut = errors.map(error => cutLine(error, limit))
    if (costOf(cut) <= room) return cut
  }
  const shown: CountedLine[] = []
  let left = room - noteLength
  for (const error of errors) {
    const cut = cutLine(
      error,
      Math.min(cuts.at(-1) ?? 0, left - statusSeparator.length - suffixOf(error).length),
    )
    if (cut.text.length < Math.min(minCutLength, error.text.length)) break
    left -= costOf([cut])
    shown.push(cut)
  }
  return shown
}

function cutLine(line: CountedLine, limit: number): CountedLine {
  return { ...line, text: ellipsisCut(line.text, limit) }
}
