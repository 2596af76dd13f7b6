/** A planned change of a file, line by line. */
import type { PlannedChange } from '../../hooks/install/hook-installation.ts'
import { lineDiff } from '../../hooks/install/line-diff.ts'

export function describeChange({ file, before, after }: PlannedChange): string {
  if (after === before) return `${file}: nothing to change\n`
  const kind = before === undefined ? ' (new)' : after === undefined ? ' (removed)' : ''
  return `${file}${kind}\n${lineDiff(before ?? '', after ?? '')}\n`
}
