/** Adds to and takes from a JSON text at one place, in the hand that the rest of it is written in. */
import type { JsonNode } from './json-tree.ts'

type Container = Extract<JsonNode, { type: 'object' | 'array' }>

interface Place {
  readonly start: number
  readonly end: number
}

/** At the end of a container: `key` for an object, none for an array. */
export function inserted(text: string, container: Container, value: unknown, key?: string): string {
  const entries = entriesOf(container)
  const last = entries.at(-1)
  const body = text.slice(container.start, container.end)
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  if (last !== undefined && !body.includes('\n'))
    return spliced(text, last.end, last.end, `, ${name}${JSON.stringify(value)}`)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = unitOf(text)
  const outer = indentAt(text, container.start)
  const inner = last === undefined ? outer + unit : indentAt(text, last.start)
  const written = name + JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${inner}`)
  if (last !== undefined) return spliced(text, last.end, last.end, `,${eol}${inner}${written}`)
  // Comments in an empty container stay in it.
  const inside = text.slice(container.start + 1, container.end - 1).trimEnd()
  return spliced(
    text,
    container.start + 1,
    container.end - 1,
    `${inside}${eol}${inner}${written}${eol}${outer}`,
  )
}

/** Without one entry of a container; comments of others stay. */
export function removed(text: string, container: Container, index: number): string {
  const entries = entriesOf(container)
  const entry = entries[index]
  if (entry === undefined) return text
  const before = entries[index - 1]
  const after = entries[index + 1]
  if (before !== undefined) {
    const gap = text.slice(before.end, entry.start)
    if (/^\s*,\s*$/.test(gap)) return spliced(text, before.end, entry.end, '')
    const comma = before.end + commaIn(gap)
    return spliced(spliced(text, entry.start, entry.end, ''), comma, comma + 1, '')
  }
  if (after !== undefined) {
    const gap = text.slice(entry.end, after.start)
    if (/^\s*,\s*$/.test(gap)) return spliced(text, entry.start, after.start, '')
    const comma = entry.end + commaIn(gap)
    return spliced(spliced(text, comma, comma + 1, ''), entry.start, entry.end, '')
  }
  const rest = text.slice(entry.end, container.end - 1)
  const head = text.slice(container.start + 1, entry.start)
  const comma = commaIn(rest)
  const left = `${head}${comma < 0 ? rest : rest.slice(0, comma) + rest.slice(comma + 1)}`
  return spliced(text, container.start + 1, container.end - 1, left.trim() === '' ? '' : left)
}

function entriesOf(container: Container): readonly Place[] {
  return container.type === 'object' ? container.members : container.items
}

/** The comma between two entries, not one in a comment. */
function commaIn(gap: string): number {
  for (let at = 0; at < gap.length; at += 1) {
    if (gap.startsWith('//', at)) at = indexOr(gap, '\n', at)
    else if (gap.startsWith('/*', at)) at = indexOr(gap, '*/', at + 2) + 1
    else if (gap[at] === ',') return at
  }
  return -1
}

function indexOr(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from)
  return at < 0 ? text.length : at
}

function spliced(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** The white space that begins the line of a place. */
function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? ''
}

/** The first indented line shows by how much. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
}
