/** Adds to and removes from a JSON text at one place, in the style of the text around it. */
import { applyEdits, createScanner, type Edit, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { FoveaError } from '../../../errors.ts'

// `modify` of jsonc-parser would format the lines around, and drop comments near what it removes.

/** Inserts at the end of a container; `key` for an object, none for an array. */
export function insertedJson(text: string, container: Node, value: unknown, key?: string): string {
  const last = nodeEntries(container).at(-1)
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  if (last !== undefined && !text.slice(container.offset, endOf(container)).includes('\n'))
    return replaced(text, endOf(last), endOf(last), `, ${name}${JSON.stringify(value)}`)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = unitOf(text)
  const outer = indentAt(text, container.offset)
  const inner = last === undefined ? outer + unit : indentAt(text, last.offset)
  const written = name + JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${inner}`)
  if (last !== undefined) return replaced(text, endOf(last), endOf(last), `,${eol}${inner}${written}`)
  // Comments in an empty container stay in it.
  const end = endOf(container) - 1
  const start = container.offset + 1 + text.slice(container.offset + 1, end).trimEnd().length
  return replaced(text, start, end, `${eol}${inner}${written}${eol}${outer}`)
}

/** Removes one entry of a container; comments of other entries stay. */
export function removed(text: string, container: Node, entry: Node): string {
  const entries = nodeEntries(container)
  const at = entries.indexOf(entry)
  const [before, after] = [entries[at - 1], entries[at + 1]]
  if (before === undefined && after === undefined) {
    const [start, end] = [container.offset + 1, endOf(container) - 1]
    const left = applyEdits(text, [cut(entry.offset, endOf(entry)), ...commaBetween(text, endOf(entry), end)])
    const inside = left.slice(start, left.length - (text.length - end))
    return inside.trim() === '' ? replaced(text, start, end, '') : left
  }
  const [first, second] = before === undefined ? [entry, after ?? entry] : [before, entry]
  const gap = text.slice(endOf(first), second.offset)
  // Removes the white space around the comma too, if nothing else is there.
  if (/^\s*,\s*$/.test(gap))
    return before === undefined
      ? replaced(text, entry.offset, second.offset, '')
      : replaced(text, endOf(before), endOf(entry), '')
  const comma = commaBetween(text, endOf(first), second.offset)
  return applyEdits(text, [cut(entry.offset, endOf(entry)), ...comma])
}

/** Finds the comma between two positions, ignoring commas in comments. */
function commaBetween(text: string, start: number, end: number): readonly Edit[] {
  const scanner = createScanner(text, true)
  scanner.setPosition(start)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return at < end && text[at] === ',' ? [cut(at, at + 1)] : []
}

function cut(start: number, end: number): Edit {
  return { offset: start, length: end - start, content: '' }
}

function replaced(text: string, start: number, end: number, content: string): string {
  return applyEdits(text, [{ offset: start, length: end - start, content }])
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

/** The white space at the beginning of the line of a position. */
function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? ''
}

/** The unit of indentation, taken from the first indented line. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
}

const byteOrderMark = '\uFEFF'

/** Throws `file-unreadable` with the line that is not JSON. */
export function jsonTree(text: string, file: string): Node {
  const errors: ParseError[] = []
  // The parser does not accept the mark: a space in its place keeps all positions.
  const readable = text.startsWith(byteOrderMark) ? ` ${text.slice(1)}` : text
  const root = parsed(readable, errors)
  if (root !== undefined && errors.length === 0) return root
  const line = text.slice(0, errors[0]?.offset ?? 0).split('\n').length
  const message = `${file}, line ${line}: this is no JSON that can be changed safely. Nothing was written; mend the file first.`
  throw new FoveaError('file-unreadable', message, { place: { file, line } })
}

function parsed(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch (error) {
    // The parser is recursive: deep nesting can exhaust the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The members of an object, the items of a list. */
export function nodeEntries(node: Node | undefined): readonly Node[] {
  return node?.type === 'object' || node?.type === 'array' ? (node.children ?? []) : []
}

/** The member with a key; the last one if there are several, as in `JSON.parse`. */
export function memberOf(node: Node | undefined, key: string): Node | undefined {
  return node?.type === 'object' ? nodeEntries(node).findLast(member => memberKey(member) === key) : undefined
}

export function memberKey(member: Node): string {
  return String(member.children?.[0]?.value)
}

export function memberValue(member: Node | undefined): Node | undefined {
  return member?.children?.[1]
}

export function textValue(node: Node | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined
}
