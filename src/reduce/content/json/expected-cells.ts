/** The value of fixed columns in a row that does not give them: the same rule for writing and reading. */
import { ancestorsOf, type Column } from './heading.ts'

/**
 * A fixed text applies if the object that it belongs to exists; for a value in place of an object, if that object does not
 * exist. An object exists if one of its columns with cells, or of those that are empty unless a row gives them, is filled; an
 * object without such columns always exists.
 */
export function expectedCells(columns: readonly Column[]): (cells: readonly string[]) => readonly number[] {
  const ancestors = columns.map(({ name }) => ancestorsOf(name))
  const anchored = new Set<string>()
  const anchors: number[] = []
  columns.forEach(({ rule }, at) => {
    if (!isAnchor(rule)) return
    anchors.push(at)
    for (const name of ancestors[at] ?? []) anchored.add(name)
  })
  const fixed = columns.flatMap(({ rule, name }, at) => {
    if (rule.kind !== 'fixed' || rule.text === '') return []
    return [{ at, owner: ancestors[at]?.findLast(owner => anchored.has(owner)), name }]
  })
  const isFree = fixed.every(({ owner, name }) => owner === undefined && !anchored.has(name))
  const everywhere = fixed.map(({ at }) => at)
  if (isFree) return () => everywhere
  return cells => {
    const existing = new Set<string>()
    for (const at of anchors) {
      if (cells[at] === '') continue
      for (const name of ancestors[at] ?? []) existing.add(name)
    }
    return fixed
      .filter(({ owner, name }) => (owner === undefined || existing.has(owner)) && !existing.has(name))
      .map(({ at }) => at)
  }
}

function isAnchor(rule: Column['rule']): boolean {
  return rule.kind === 'cell' || (rule.kind === 'fixed' && rule.text === '')
}
