/** Chooses the rule for each column of a table that makes the table shortest. */
import { addToList } from '../../../tokens/add-to-list.ts'
import { isPlainCell } from './cell.ts'
import { ancestorsOf, type ColumnRule, holdsReference } from './heading.ts'

interface ColumnCells {
  readonly name: string
  /** As written in each row; empty if the row has none. */
  readonly cells: readonly string[]
}

export interface RuleOptions {
  /**
   * For a reader, cells are whole. Otherwise what all cells of a column begin or end with is in its heading, and not in the
   * rows.
   */
  readonly isShown: boolean
}

export function chooseRules(
  columns: readonly ColumnCells[],
  rows: number,
  { isShown }: RuleOptions,
): readonly ColumnRule[] {
  const exists = existence(columns, rows)
  const derived = derivedRules(columns, rows, exists)
  const sources = new Set(derived.map(rule => rule?.source))
  // For a reader, what is fixed holds for all rows.
  const expected: Existence = isShown ? new Map() : exists
  const rules = columns.map(
    (column, at): ColumnRule =>
      derived[at] ??
      (isShown && isSparse(column, rows)
        ? { kind: 'fixed', text: '' }
        : bestRule(column, rows, expected, sources.has(column.name))),
  )
  anchorOptionalObjects(columns, rules, rows, expected)
  return rules.map((rule, at) =>
    rule.kind === 'cell' && !isShown ? affixed(columns[at]?.cells ?? []) : rule,
  )
}

const minSparse = 4

/** Few rows have it: its name beside its value says more than a heading. */
function isSparse({ cells }: ColumnCells, rows: number): boolean {
  return rows >= minSparse && cells.filter(cell => cell !== '').length * minSparse <= rows
}

/** The rows in which each object exists. */
type Existence = ReadonlyMap<string, Uint8Array>

function existence(columns: readonly ColumnCells[], rows: number): Existence {
  const exists = new Map<string, Uint8Array>()
  for (const { name, cells } of columns)
    for (const owner of ancestorsOf(name)) {
      const known = exists.get(owner) ?? new Uint8Array(rows)
      exists.set(owner, known)
      cells.forEach((cell, row) => {
        if (cell !== '') known[row] = 1
      })
    }
  return exists
}

/** An estimate of the tokens of a text, with a separator. */
function cost(text: string): number {
  return 1 + text.length / 5
}

const bareCell: ColumnRule = { kind: 'cell', prefix: '', suffix: '' }

function bestRule(
  { name, cells }: ColumnCells,
  rows: number,
  exists: Existence,
  isSource: boolean,
): ColumnRule {
  const owner = exists.get(ancestorsOf(name).at(-1) ?? '')
  const inside = exists.get(name)
  const counts = new Map<string, number>()
  let asCells = cost(name)
  let asRemarks = cost(name)
  let expected = 0
  cells.forEach((cell, row) => {
    asCells += cell === '' ? 0.5 : cost(cell)
    if (cell !== '') asRemarks += cost(name) + cost(cell)
    if (owner?.[row] === 0 || inside?.[row] === 1) return
    expected += 1
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
  })
  let [text, maxCount] = ['', 0]
  for (const [cell, count] of counts) if (count > maxCount) [text, maxCount] = [cell, count]
  const mean = asCells / Math.max(1, rows)
  const asFixed = cost(name) + cost(text) + (expected - maxCount) * (cost(name) + mean)
  if (!isSource && text !== '' && asFixed <= asCells && asFixed <= asRemarks) return { kind: 'fixed', text }
  return asRemarks < asCells ? { kind: 'fixed', text: '' } : bareCell
}

/** An object that some rows lack needs a column that says so. */
function anchorOptionalObjects(
  columns: readonly ColumnCells[],
  rules: ColumnRule[],
  rows: number,
  exists: Existence,
): void {
  const anchored = new Set<string>()
  columns.forEach(({ name }, at) => {
    const rule = rules[at]
    if (rule?.kind === 'derived' || (rule?.kind === 'fixed' && rule.text !== '')) return
    for (const owner of ancestorsOf(name)) anchored.add(owner)
  })
  columns.forEach(({ name, cells }, at) => {
    if (rules[at]?.kind === 'derived') return
    const ancestors = ancestorsOf(name)
    const isLoose = ancestors.some(owner => !anchored.has(owner) && exists.get(owner)?.includes(0) === true)
    if (!isLoose) return
    const filled = cells.filter(cell => cell !== '').length
    if (filled === 0) return
    rules[at] = filled * 3 < rows ? { kind: 'fixed', text: '' } : bareCell
    for (const owner of ancestors) anchored.add(owner)
  })
}

type Derived = ColumnRule & { readonly kind: 'derived' }

const plainName = /^[\w$.-]+$/

/** `html_url` is `https://example.org/issues/{number}` if both columns vary in the same way. */
function derivedRules(
  columns: readonly ColumnCells[],
  rows: number,
  exists: Existence,
): readonly (Derived | undefined)[] {
  const rules: (Derived | undefined)[] = columns.map(() => undefined)
  if (rows < 2) return rules
  const groups = new Map<string, number[]>()
  const affixes = columns.map(({ cells }, at) => {
    const common = varies(cells) ? commonAffixes(cells) : undefined
    if (common === undefined) return undefined
    const key = varyingParts(cells, common).join('\n')
    addToList(groups, key, at)
    return common
  })
  for (const group of groups.values()) {
    const length = (at: number): number =>
      (affixes[at]?.prefix.length ?? 0) + (affixes[at]?.suffix.length ?? 0)
    const source = group.reduce((best, at) => (length(at) < length(best) ? at : best))
    const from = affixes[source]
    const name = columns[source]?.name ?? ''
    if (group.length < 2 || from === undefined || !plainName.test(name)) continue
    for (const at of group) {
      const to = affixes[at]
      if (at === source || to === undefined) continue
      const owner = ancestorsOf(columns[at]?.name ?? '').at(-1)
      const isOwnerKnown = owner === ancestorsOf(name).at(-1) || exists.get(owner ?? '')?.includes(0) !== true
      if (!isOwnerKnown || !to.prefix.endsWith(from.prefix) || !to.suffix.startsWith(from.suffix)) continue
      const prefix = to.prefix.slice(0, to.prefix.length - from.prefix.length)
      const suffix = to.suffix.slice(from.suffix.length)
      if (holdsReference(prefix) || holdsReference(suffix) || prefix.startsWith('{')) continue
      rules[at] = { kind: 'derived', source: name, prefix, suffix }
    }
  }
  return rules
}

function varies(cells: readonly string[]): boolean {
  const first = cells.find(cell => cell !== '')
  return cells.some(cell => cell !== '' && cell !== first)
}

function affixed(cells: readonly string[]): ColumnRule {
  const common = commonAffixes(cells)
  if (common === undefined || cells.length < 3) return bareCell
  const { prefix, suffix } = wholeWords(common)
  if (prefix.length + suffix.length < minAffixLength) return bareCell
  if (holdsReference(prefix) || holdsReference(suffix) || prefix.startsWith('{')) return bareCell
  return varyingParts(cells, { prefix, suffix }).every(part => part === '' || isPlainCell(part))
    ? { kind: 'cell', prefix, suffix }
    : bareCell
}

/** The common beginning and end of the cells of a column. */
interface Affixes {
  readonly prefix: string
  readonly suffix: string
}

/** The longest that all filled cells share; `undefined` if a cell is not plain. */
function commonAffixes(cells: readonly string[]): Affixes | undefined {
  let prefix: string | undefined
  let suffix = ''
  let minLength = Number.POSITIVE_INFINITY
  for (const cell of cells) {
    if (cell === '') continue
    if (!isPlainCell(cell)) return undefined
    minLength = Math.min(minLength, cell.length)
    if (prefix === undefined) {
      prefix = cell
      suffix = cell
      continue
    }
    let same = 0
    while (same < prefix.length && prefix.charCodeAt(same) === cell.charCodeAt(same)) same += 1
    prefix = prefix.slice(0, same)
    same = 0
    while (
      same < suffix.length &&
      suffix.charCodeAt(suffix.length - 1 - same) === cell.charCodeAt(cell.length - 1 - same)
    )
      same += 1
    suffix = suffix.slice(suffix.length - same)
  }
  if (prefix === undefined) return undefined
  // Every cell must keep at least one character.
  const room = Math.max(0, minLength - 1 - prefix.length)
  return {
    prefix: prefix.slice(0, minLength - 1),
    suffix: suffix.slice(suffix.length - Math.min(room, suffix.length)),
  }
}

function varyingParts(cells: readonly string[], { prefix, suffix }: Affixes): readonly string[] {
  return cells.map(cell => (cell === '' ? '' : cell.slice(prefix.length, cell.length - suffix.length)))
}

/** Only whole words are removed: parts of a word would save no token. */
const boundary = '/:-_.# =@?&'
const minAffixLength = 4

function wholeWords({ prefix, suffix }: Affixes): Affixes {
  let end = prefix.length
  while (end > 0 && !boundary.includes(prefix.charAt(end - 1))) end -= 1
  let start = 0
  while (start < suffix.length && !boundary.includes(suffix.charAt(start))) start += 1
  return {
    prefix: prefix.slice(0, end),
    suffix: suffix.length - start < minAffixLength ? '' : suffix.slice(start),
  }
}
