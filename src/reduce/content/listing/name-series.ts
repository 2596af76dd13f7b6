/** Names of a listing that differ only in a number or an id: `agent-3f2a9c1.jsonl`, `agent-77e0b12.jsonl`. */
import { countsOf } from '../../../tokens/counts-of.ts'
import { lineTemplate } from '../../pieces/shape-folds.ts'

/** The number of names of one pattern from which only the pattern and their count are shown. */
const minSeries = 8

/** The pattern of each name that is one of many: `agent-*.jsonl`. */
export function nameSeries(names: readonly string[]): ReadonlyMap<string, string> {
  const members = new Map<string, string[]>()
  if (names.length < minSeries) return new Map()
  for (const name of names) {
    const template = lineTemplate(name)
    if (template === name) continue
    const known = members.get(template)
    if (known === undefined) members.set(template, [name])
    else known.push(name)
  }
  const patterns = new Map<string, string>()
  for (const [template, found] of members)
    if (found.length >= minSeries) for (const name of found) patterns.set(name, template.replaceAll('#', '*'))
  return patterns
}

/** `260 agent-*.jsonl`, most first. */
export function seriesStatements(patterns: ReadonlyMap<string, string>): readonly string[] {
  return [...countsOf(patterns.values())]
    .sort(([, a], [, b]) => b - a)
    .map(([pattern, count]) => `${count} ${pattern}`)
}
