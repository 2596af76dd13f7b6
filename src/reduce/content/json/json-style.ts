/** The white space of a JSON document as a rule: detected in its text, named in a few words, and written again. */
import type { JsonValue } from './read-json.ts'

export interface JsonStyle {
  /** One level of indentation; absent if everything is on one line. */
  readonly indent?: string
  /** Maximum columns of a container that stays on one line. */
  readonly width?: number
  /** Present if an empty array is written over three lines. */
  readonly isHollow?: true
  /** Between members on one line: `,` or `, `; between key and value: `:` or `: `. */
  readonly comma: string
  readonly colon: string
}

/** The styles that a document may have; only writing it again shows which one is right. */
export function stylesOf(text: string, start: number, end: number): readonly JsonStyle[] {
  const indent = /^[{[]\n([ \t]{1,8})\S/.exec(text.slice(start, start + 12))?.[1]
  const colon =
    /"( ?):( ?)[["{\d\-tfn]/.exec(text.slice(start, start + sampleLength))?.[2] === ' ' ? ': ' : ':'
  if (indent === undefined) return [',', ', '].map(comma => ({ comma, colon }))
  const document = text.slice(start, end)
  const style: JsonStyle = { indent, comma: ', ', colon }
  if (/: \[\n\n/.test(document)) return [{ ...style, isHollow: true }]
  return /: (?:\{ "|\["|\[\d|\[-|\[\{)/.test(document) ? [{ ...style, width: fittedWidth }] : [style]
}

const sampleLength = 4000
/** The line width at which code formatters fold data. */
const fittedWidth = 80

/** `indent 2`, `tab`, `spaced`; empty for minified. */
export function styleName({ indent, width, isHollow, comma, colon }: JsonStyle): string {
  const indented = indent === undefined ? '' : indent === '\t' ? 'tab' : `indent ${indent.length}`
  const words = [
    indented,
    width === undefined ? '' : `width ${width}`,
    isHollow === true ? 'hollow' : '',
    colon === ':' ? 'tight' : '',
  ]
  if (indent !== undefined) return words.filter(word => word !== '').join(' ')
  return comma === ', ' ? (colon === ': ' ? 'spaced' : 'comma') : colon === ': ' ? 'colon' : ''
}

export function namedStyle(name: string): JsonStyle | undefined {
  const found = /^(?:(tab)|indent (\d))(?: width (\d{1,4}))?( hollow)?( tight)?$/.exec(name)
  if (found !== null)
    return {
      indent: found[1] === undefined ? ' '.repeat(Number(found[2])) : '\t',
      comma: ', ',
      colon: found[5] === undefined ? ': ' : ':',
      ...(found[3] !== undefined && { width: Number(found[3]) }),
      ...(found[4] !== undefined && { isHollow: true }),
    }
  return lineStyles.get(name)
}

const lineStyles: ReadonlyMap<string, JsonStyle> = new Map(
  [',', ', '].flatMap(comma =>
    [':', ': '].map(colon => [styleName({ comma, colon }), { comma, colon }] as const),
  ),
)

/** Recurses: only for values whose depth was checked. */
export function writeJson(value: JsonValue, style: JsonStyle): string {
  return write(value, style, '', 0, 0)
}

/** `column`: where it begins; `after`: how many characters must follow on its last line. */
function write(value: JsonValue, style: JsonStyle, margin: string, column: number, after: number): string {
  if (value.kind === 'scalar') return value.raw
  const { indent, colon, width } = style
  const members = value.kind === 'array' ? value.items : value.values
  const [opening, closing] = value.kind === 'array' ? '[]' : '{}'
  if (members.length === 0 && !(style.isHollow && value.kind === 'array')) return `${opening}${closing}`
  if (indent === undefined) return onOneLine(value, style)
  if (width !== undefined && !mustBreak(value)) {
    const line = onOneLine(value, style)
    if (column + line.length + after <= width) return line
  }
  const inner = margin + indent
  const lines = members.map((member, at) => {
    const key = value.kind === 'object' ? `${value.keys[at]}${colon}` : ''
    const hasComma = at < members.length - 1 ? 1 : 0
    return `${inner}${key}${write(member, style, inner, inner.length + key.length, hasComma)}`
  })
  return `${opening}\n${lines.join(',\n')}\n${margin}${closing}`
}

/** Formatters never fold several objects of several members into one line. */
function mustBreak(value: JsonValue): boolean {
  if (value.kind !== 'array' || value.items.length < 2) return false
  const [first] = value.items
  return value.items.every(
    item =>
      item.kind !== 'scalar' &&
      item.kind === first?.kind &&
      (item.kind === 'array' ? item.items : item.values).length > 1,
  )
}

function onOneLine(value: JsonValue, style: JsonStyle): string {
  if (value.kind === 'scalar') return value.raw
  const pad = style.width === undefined ? '' : ' '
  if (value.kind === 'array') return `[${value.items.map(item => onOneLine(item, style)).join(style.comma)}]`
  if (value.keys.length === 0) return '{}'
  const members = value.keys.map(
    (key, at) => `${key}${style.colon}${onOneLine(value.values[at] ?? value, style)}`,
  )
  return `{${pad}${members.join(style.comma)}${pad}}`
}
