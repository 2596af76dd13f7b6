/** Facts about rows: which report an error, which differ from the others, and the ranges of their values. */
import { beginsBadly, isBadStatus } from '../../pieces/severity.ts'
import type { Leaf } from './leaves.ts'
import type { JsonValue } from './read-json.ts'

interface RowFacts {
  readonly errors: ReadonlySet<number>
  readonly outliers: ReadonlySet<number>
  /** `number 1200 – 1377` */
  readonly ranges: readonly string[]
}

const maxRanges = 8

export function rowFacts(leaves: readonly Leaf[], rows: number, nameOf: (leaf: Leaf) => string): RowFacts {
  const errors = new Set<number>()
  const outliers = new Set<number>()
  const ranges: string[] = []
  for (const leaf of leaves) {
    const isError = errorTest(leaf.path.at(-1) ?? '')
    for (const [row, value] of leaf.values) if (isError(value)) errors.add(row)
    for (const row of rareRows(leaf, rows)) outliers.add(row)
    const range = rangeOf(leaf)
    if (range === undefined) continue
    for (const row of range.extremes) outliers.add(row)
    if (ranges.length < maxRanges) ranges.push(`${nameOf(leaf)} ${range.min} – ${range.max}`)
  }
  return { errors, outliers, ranges }
}

const errorKey =
  /^"(\w*_)?(?:error|errors|exception|failure|failures|fatal|panic|stderr|stack|traceback)"$|Error"$/
const statusKey = /status|state|conclusion|level|severity|result|outcome|code|type|reason|phase/i
const nothing = /^(?:null|false|0|""|"(?:none|null|no|ok)")$/i
/** Whether a value of a row reports an error. */
export function reportsError(key: string, value: JsonValue): boolean {
  return errorTest(key)(value)
}

/** The test for all values under one key: it depends mostly on the key. */
function errorTest(key: string): (value: JsonValue) => boolean {
  if (errorKey.test(key)) return saysSomething
  if (statusKey.test(key))
    return value =>
      value.kind === 'scalar' && (isBadStatus(unquoted(value.raw)) || /^"?[45]\d\d"?$/.test(value.raw))
  return value =>
    value.kind === 'scalar' &&
    value.raw.length > 6 &&
    value.raw.startsWith('"') &&
    beginsBadly(unquoted(value.raw).replace(/^\(\d+ characters\) /, ''))
}

function saysSomething(value: JsonValue): boolean {
  if (value.kind === 'scalar') return !nothing.test(value.raw)
  return (value.kind === 'array' ? value.items : value.keys).length > 0
}

function unquoted(raw: string): string {
  return raw.startsWith('"') ? raw.slice(1, -1) : raw
}

const fewRows = 8
const maxKinds = 8

/** Rows with a rare value, in a column of few different values. */
function rareRows({ values }: Leaf, rows: number): readonly number[] {
  if (rows < fewRows) return []
  const kinds = new Map<string, number[]>()
  for (const [row, value] of values) {
    if (value.kind !== 'scalar' || value.raw.length > 60) return []
    const known = kinds.get(value.raw)
    if (known !== undefined) known.push(row)
    else if (kinds.size >= maxKinds) return []
    else kinds.set(value.raw, [row])
  }
  const rare = Math.max(1, Math.floor(rows * 0.03))
  return kinds.size < 2 || kinds.size * 2 > rows
    ? []
    : [...kinds.values()].filter(of => of.length <= rare).flat()
}

const numberValue = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const dateValue = /^"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[^"]{0,20})?"$/

interface ValueRange {
  readonly min: string
  readonly max: string
  /** Rows with a number far from all others. */
  readonly extremes: readonly number[]
}

/** For a column with only numbers, or only dates. */
function rangeOf({ values }: Leaf): ValueRange | undefined {
  if (values.size < 3) return undefined
  const raws: { row: number; raw: string }[] = []
  for (const [row, value] of values) {
    if (value.kind !== 'scalar') return undefined
    if (value.raw !== 'null') raws.push({ row, raw: value.raw })
  }
  const [first] = raws
  if (first === undefined) return undefined
  if (raws.every(({ raw }) => numberValue.test(raw))) return numberRange(raws)
  if (!raws.every(({ raw }) => dateValue.test(raw) && raw.length === first.raw.length)) return undefined
  let [min, max] = [first.raw, first.raw]
  for (const { raw } of raws) {
    if (raw < min) min = raw
    if (raw > max) max = raw
  }
  return min === max ? undefined : { min: unquoted(min), max: unquoted(max), extremes: [] }
}

function numberRange(raws: readonly { row: number; raw: string }[]): ValueRange | undefined {
  const numbers = Float64Array.from(raws, ({ raw }) => Number(raw))
  const sorted = numbers.toSorted()
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined || min === max) return undefined
  const rawOf = (number: number): string => raws[numbers.indexOf(number)]?.raw ?? String(number)
  const isFar = farFrom(sorted)
  return {
    min: rawOf(min),
    max: rawOf(max),
    extremes: raws.filter((_, at) => isFar(numbers[at] ?? 0)).map(({ row }) => row),
  }
}

/** Beyond three times the interquartile range: outliers where most values are close together. */
function farFrom(sorted: Float64Array): (number: number) => boolean {
  const low = sorted[Math.floor(sorted.length / 4)] ?? 0
  const high = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0
  const far = 3 * (high - low)
  if (sorted.length < fewRows || far === 0) return () => false
  return number => number > high + far || number < low - far
}
