/** The lines that an edit takes out of a file and puts into it, without those that it leaves as they were. */
import type { ToolCallBlock } from '../../types.ts'
import { isPatch } from './apply-patch.ts'
import {
  argumentsOf,
  type CallArguments,
  entryArguments,
  listArgument,
  newTextNames,
  oldTextNames,
  textArgument,
} from './call-arguments.ts'

export interface EditLine {
  readonly sign: '+' | '-'
  readonly text: string
}

const patchNames = ['input', 'patch', 'diff', 'patchText', 'patch_text']

/** Of each edit what it takes out, then what it puts in; `undefined` where a call replaces nothing. */
export function editLines(call: Pick<ToolCallBlock, 'text'>): readonly EditLine[] | undefined {
  const args = argumentsOf(call)
  const patch = textArgument(args, patchNames)
  if (patch !== undefined && (isPatch(patch) || /^(?:--- |diff --git |@@ )/m.test(patch.slice(0, 2000))))
    return patchLines(patch)
  const edits = [args, ...listArgument(args, ['edits', 'changes']).map(entryArguments)]
  const changes = edits.flatMap(replacement)
  return changes.length === 0 ? undefined : changes
}

/** `+++ b/x` and `*** Update File: x` name files; the rest is marked by its first character. */
function patchLines(patch: string): readonly EditLine[] {
  return patch.split('\n').flatMap((line): readonly EditLine[] => {
    const sign = line[0]
    if ((sign !== '+' && sign !== '-') || line.startsWith('+++ ') || line.startsWith('--- ')) return []
    return [{ sign, text: line.slice(1) }]
  })
}

function replacement(args: CallArguments): readonly EditLine[] {
  const before = textArgument(args, oldTextNames)
  const after = textArgument(args, newTextNames) ?? ''
  if (before === undefined) return []
  const old = before.split('\n')
  const now = after.split('\n')
  const kept = commonCounts(old, now)
  return [...changed(old, '-', new Map(kept)), ...changed(now, '+', new Map(kept))]
}

/** How often each line is on both sides. */
function commonCounts(one: readonly string[], other: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  const common = new Map<string, number>()
  for (const line of other) {
    const left = counts.get(line) ?? 0
    if (left === 0) continue
    counts.set(line, left - 1)
    common.set(line, (common.get(line) ?? 0) + 1)
  }
  return common
}

function changed(
  lines: readonly string[],
  sign: EditLine['sign'],
  common: Map<string, number>,
): readonly EditLine[] {
  return lines.flatMap(text => {
    const left = common.get(text) ?? 0
    if (left > 0) {
      common.set(text, left - 1)
      return []
    }
    return [{ sign, text }]
  })
}
