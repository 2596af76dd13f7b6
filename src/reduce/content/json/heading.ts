/** The heading of a table of JSON objects: its columns, and the values for rows that do not give them. */
import { cellEnd, cellSeparator, rowClose, rowOpen } from './cell.ts'

export interface Column {
  /** Keys joined by points: `user.login`, `metadata."a.b"`. */
  readonly name: string
  readonly rule: ColumnRule
  /** The heading of the rows within its cells. */
  readonly list?: readonly Column[]
}

/**
 * `cell`: each row has a cell, which is between `prefix` and `suffix`.
 * `fixed`: its cell is `text`. `derived`: its cell is that of column `source`, between `prefix` and `suffix`.
 */
export type ColumnRule =
  | { readonly kind: 'cell'; readonly prefix: string; readonly suffix: string }
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'derived'; readonly source: string; readonly prefix: string; readonly suffix: string }

export function columnName(path: readonly string[]): string {
  return path.map(key => (plainKey.test(key) ? key.slice(1, -1) : key)).join('.')
}

const plainKey = /^"[\w$-]+"$/

const keyPattern = String.raw`(?:[\w$-]+|"(?:[^"\\]|\\.)*")`
const namePattern = new RegExp(String.raw`${keyPattern}(?:\.${keyPattern})*`, 'y')

/** Sticky: text that is not a path is read once, not from each of its quotes. */
const keyInPath = new RegExp(String.raw`(${keyPattern})\.?`, 'gy')

/** The raw keys of a name. */
export function namePath(name: string): readonly string[] {
  return Array.from(name.matchAll(keyInPath), ([, key = '']) => (key.startsWith('"') ? key : `"${key}"`))
}

/** Names of the objects that a column is in, the outermost first. */
export function ancestorsOf(name: string): readonly string[] {
  const path = namePath(name)
  return path.slice(1).map((_, at) => columnName(path.slice(0, at + 1)))
}

/** `{}`, or `{name}` of a plain name. */
const reference = /\{([\w$.-]*)\}/

/** Whether a text can be part of a rule next to a reference, or a fixed text. */
export function holdsReference(text: string): boolean {
  return reference.test(text)
}

export function headingText(columns: readonly Column[]): string {
  return columns
    .map(({ name, rule, list }) => {
      const rows = list === undefined ? '' : `${rowOpen}${headingText(list)}${rowClose}`
      return `${name}${rows}${ruleText(rule)}`
    })
    .join(cellSeparator)
}

function ruleText(rule: ColumnRule): string {
  switch (rule.kind) {
    case 'cell':
      return rule.prefix === '' && rule.suffix === '' ? '' : `=${rule.prefix}{}${rule.suffix}`
    case 'fixed':
      return `=${fixedText(rule.text)}`
    case 'derived':
      return `=${rule.prefix}{${rule.source}}${rule.suffix}`
  }
}

function fixedText(text: string): string {
  if (text === '{}') return '{ }'
  return /^["[{<]/.test(text) || !holdsReference(text) ? text : `"${text}"`
}

/** The inverse of `headingText`. Throws `RangeError` on anything else. */
export function readHeading(line: string): readonly Column[] {
  const { columns, end } = readColumns(line, 0)
  if (end !== line.length) throw new RangeError(`not a heading: ${line.slice(0, 80)}`)
  return columns
}

function readColumns(line: string, start: number): { columns: readonly Column[]; end: number } {
  const columns: Column[] = []
  for (let at = start; ; at += 1) {
    namePattern.lastIndex = at
    const name = namePattern.exec(line)?.[0]
    if (name === undefined) throw new RangeError(`no column name: ${line.slice(at, at + 80)}`)
    at += name.length
    let list: readonly Column[] | undefined
    if (line.charAt(at) === rowOpen) {
      const inner = readColumns(line, at + 1)
      list = inner.columns
      at = inner.end + 1
    }
    let rule: ColumnRule = { kind: 'cell', prefix: '', suffix: '' }
    if (line.charAt(at) === '=') {
      const end = ruleEnd(line, at + 1)
      rule = readRule(line.slice(at + 1, end))
      at = end
    }
    columns.push({ name, rule, ...(list !== undefined && { list }) })
    if (line.charAt(at) !== cellSeparator) return { columns, end: at }
  }
}

const leadingReference = /\{[\w$.-]*\}/y

function ruleEnd(line: string, start: number): number {
  leadingReference.lastIndex = start
  return cellEnd(line, leadingReference.test(line) ? leadingReference.lastIndex : start)
}

function readRule(text: string): ColumnRule {
  const found = /^["[<]/.test(text) ? null : reference.exec(text)
  if (found === null || (text.startsWith('{') && found.index > 0))
    return { kind: 'fixed', text: text === '{ }' ? '{}' : text }
  const prefix = text.slice(0, found.index)
  const suffix = text.slice(found.index + found[0].length)
  const source = found[1] ?? ''
  return source === '' ? { kind: 'cell', prefix, suffix } : { kind: 'derived', source, prefix, suffix }
}
