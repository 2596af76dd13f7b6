/** Part of an original, byte-exact: consecutive ranges joined give the whole. */
import { optionError } from '../errors.ts'
import type { Range } from './store.ts'

const newline = 0x0a

/** An end beyond the original means its end (also `Infinity`); an empty range is an error that states the size. */
export function cutRange(bytes: Uint8Array, range: Range): Uint8Array {
  return 'lines' in range ? cutLines(bytes, ...range.lines) : cutBytes(bytes, ...range.bytes)
}

function cutBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (!isRange(start, end, 0) || end === start)
    throw optionError(`bytes ${start} to ${end} is no range: give a start of at least 0 and an end above it.`)
  if (start >= bytes.length)
    throw optionError(`There is nothing at byte ${start}: the original has ${bytes.length} bytes.`)
  return bytes.subarray(start, Math.min(end, bytes.length))
}

function cutLines(bytes: Uint8Array, first: number, last: number): Uint8Array {
  if (!isRange(first, last, 1))
    throw optionError(
      `lines ${first} to ${last} is no range: lines count from 1, and the last is not before the first.`,
    )
  let line = 1
  let start = 0
  for (; line < first && start < bytes.length; line += 1) start = lineEnd(bytes, start)
  if (start >= bytes.length)
    throw optionError(`There is no line ${first}: the original has ${line - 1} lines.`)
  let end = start
  for (; line <= last && end < bytes.length; line += 1) end = lineEnd(bytes, end)
  return bytes.subarray(start, end)
}

/** The end of the line that starts here, including its line break. */
function lineEnd(bytes: Uint8Array, start: number): number {
  const at = bytes.indexOf(newline, start)
  return at < 0 ? bytes.length : at + 1
}

function isRange(start: number, end: number, minStart: number): boolean {
  return (
    Number.isInteger(start) &&
    (Number.isInteger(end) || end === Number.POSITIVE_INFINITY) &&
    start >= minStart &&
    end >= start
  )
}
