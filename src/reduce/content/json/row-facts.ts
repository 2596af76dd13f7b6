/** What is telling about rows: which report an error, which differ from the others, and between which values they lie. */
import { beginsBadly, isBadStatus } from '../bad-value.ts'
import type { Leaf } from './leaves.ts'
import type { JsonValue } from './read-json.ts'

export interface RowFacts {
  readonly errors: ReadonlySet<number>
  readonly outliers: ReadonlySet<number>
  /** `number 1200 – 1377` */
  readonly ranges: readonly string[]
}

const mostRanges = 8

export function rowFacts(leaves: readonly Leaf[], rows: number, nameOf: (leaf: Leaf) => string): RowFacts {
  const errors = new Set<number>()
  const outliers = new Set<number>()
  const ranges: string[] = []
  for (const leaf of leaves) {
    const key = leaf.path.at(-1) ?? ''
    for (const [row, value] of leaf.values) if (reportsError(key, value)) errors.add(row)
    for (const row of rareRows(leaf, rows)) outliers.add(row)
    const range = rangeOf(leaf)
    if (range === undefined) continue
    for (const row of range.extremes) outliers.add(row)
    if (ranges.length < mostRanges) ranges.push(`${nameOf(leaf)} ${range.least} – ${range.most}`)
  }
  return { errors, outliers, ranges }
}

const errorKey =
  /^"(?:\w*_)?(?:error|errors|exception|failure|failures|fatal|panic|stderr|stack|traceback)"$|Error"$/
const statusKey = /status|state|conclusion|level|severity|result|outcome|code|type|reason|phase/i
const nothing = /^(?:null|false|0|""|"(?:none|null|no|ok)")$/i
/** Whether one value of a row says that something went wrong. */
export function reportsError(key: string, value: JsonValue): boolean {
  if (value.kind !== 'scalar')
    return errorKey.test(key) && (value.kind === 'array' ? value.items : value.keys).length > 0
  const { raw } = value
  if (errorKey.test(key)) return !nothing.test(raw)
  if (statusKey.test(key)) return isBadStatus(unquoted(raw)) || /^"?[45]\d\d"?$/.test(raw)
  return raw.length > 6 && raw.startsWith('"') && beginsBadly(unquoted(raw))
}

function unquoted(raw: string): string {
  return raw.startsWith('"') ? raw.slice(1, -1) : raw
}

const fewRows = 8
const mostKinds = 8

/** Rows that hold what few others hold, in a column of few different values. */
function rareRows({ values }: Leaf, rows: number): readonly number[] {
  if (rows < fewRows) return []
  const kinds = new Map<string, number[]>()
  for (const [row, value] of values) {
    if (value.kind !== 'scalar' || value.raw.length > 60) return []
    const known = kinds.get(value.raw)
    if (known !== undefined) known.push(row)
    else if (kinds.size >= mostKinds) return []
    else kinds.set(value.raw, [row])
  }
  const rare = Math.max(1, Math.floor(rows * 0.03))
  return kinds.size < 2 || kinds.size * 2 > rows
    ? []
    : [...kinds.values()].filter(of => of.length <= rare).flat()
}

const isNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const isDate = /^"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[^"]{0,20})?"$/

interface ValueRange {
  readonly least: string
  readonly most: string
  /** Rows whose number lies far from all others. */
  readonly extremes: readonly number[]
}

/** Of a column that holds nothing but numbers, or nothing but dates. */
function rangeOf({ values }: Leaf): ValueRange | undefined {
  if (values.size < 3) return undefined
  const raws: { row: number; raw: string }[] = []
  for (const [row, value] of values) {
    if (value.kind !== 'scalar') return undefined
    if (value.raw !== 'null') raws.push({ row, raw: value.raw })
  }
  const [first] = raws
  if (first === undefined) return undefined
  if (raws.every(({ raw }) => isNumber.test(raw))) {
    const sorted = raws
      .map(({ row, raw }) => ({ row, raw, number: Number(raw) }))
      .sort((a, b) => a.number - b.number)
    const [least, most] = [sorted[0], sorted.at(-1)]
    if (least === undefined || most === undefined || least.number === most.number) return undefined
    return { least: least.raw, most: most.raw, extremes: extremesOf(sorted) }
  }
  if (!raws.every(({ raw }) => isDate.test(raw) && raw.length === first.raw.length)) return undefined
  const sorted = raws.map(({ raw }) => raw.slice(1, -1)).sort()
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least === undefined || most === undefined || least === most
    ? undefined
    : { least, most, extremes: [] }
}

/** Beyond three times the distance between the quartiles: where most lie close together, the few that do not. */
function extremesOf(sorted: readonly { row: number; number: number }[]): readonly number[] {
  if (sorted.length < fewRows) return []
  const low = sorted[Math.floor(sorted.length / 4)]?.number ?? 0
  const high = sorted[Math.floor((sorted.length * 3) / 4)]?.number ?? 0
  const far = 3 * (high - low)
  if (far === 0) return []
  return sorted.filter(({ number }) => number > high + far || number < low - far).map(({ row }) => row)
}
