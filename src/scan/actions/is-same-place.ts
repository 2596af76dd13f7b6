/** Whether two edits of a file write over the same lines of it. */
import type { ToolCallBlock } from '../../types.ts'
import { argumentsOf, oldTextNames, textArgument } from './call-arguments.ts'
import { editArguments, editLines } from './edit-lines.ts'

/** Shorter lines, as `}`, are in many places. */
const minLength = 4

/** A call that writes the whole file, or whose old text is not known, writes over all of it. */
export function isSamePlace(one: Pick<ToolCallBlock, 'text'>, other: Pick<ToolCallBlock, 'text'>): boolean {
  const [lines, others] = [oldLines(one), oldLines(other)]
  if (lines.size === 0 || others.size === 0) return true
  return 2 * lines.intersection(others).size >= Math.min(lines.size, others.size)
}

function oldLines(call: Pick<ToolCallBlock, 'text'>): ReadonlySet<string> {
  const given = editArguments(argumentsOf(call)).flatMap(args => textArgument(args, oldTextNames) ?? [])
  const taken =
    given.length > 0
      ? given
      : (editLines(call) ?? []).flatMap(({ sign, text }) => (sign === '-' ? [text] : []))
  const lines = taken.flatMap(text => text.split('\n')).map(line => line.trim())
  const long = lines.filter(line => line.length >= minLength)
  return new Set(long.length > 0 ? long : lines.filter(line => line !== ''))
}
