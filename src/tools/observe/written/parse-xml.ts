/** Reads observations back from their XML, written by any program. Text around the elements is ignored. */
import { present } from '../../../tokens/json-value.ts'
import type { Observation, SessionObservations } from '../observation.ts'
import { unescapeText } from './escape-text.ts'
import {
  type ListName,
  listNames,
  noteNames,
  notObservations,
  observationOfParts,
  type ReadParts,
  type SessionPart,
  sessionNames,
  sessionOfParts,
} from './observation-parts.ts'

/** Throws `invalid-transcript`, with the observation, if the text is something else. */
export function parseXml(text: string): readonly SessionObservations[] {
  const sessions = elementsIn(text, 'observations')
  if (sessions.length === 0) throw notObservations('line 1', 'there is no <observations> element.')
  return sessions.map(sessionOf)
}

function sessionOf(inner: string): SessionObservations {
  const own = elementsIn(inner, 'observation')
  const start = inner.indexOf('<observation>')
  const head = start < 0 ? inner : inner.slice(0, start)
  const parts = new Map<SessionPart, string>()
  for (const name of sessionNames) {
    const text = elementsIn(head, name)[0]
    if (text !== undefined) parts.set(name, textOf(text))
  }
  return sessionOfParts(
    parts,
    own.map((each, at) => observationOf(each, `observation ${at + 1}`)),
    'the session',
  )
}

function observationOf(inner: string, where: string): Observation {
  const text = (name: string): string | undefined => {
    const [found] = elementsIn(inner, name)
    return found === undefined ? undefined : textOf(found)
  }
  const parts: ReadParts = {
    type: text('type') ?? '',
    title: text('title') ?? '',
    lists: new Map(),
    notes: new Map(),
    ...present({ narrative: text('narrative'), result: text('result') }),
  }
  for (const name of noteNames) {
    const note = text(name)
    if (note !== undefined) parts.notes.set(name, note)
  }
  for (const name of listNames) parts.lists.set(name, itemsIn(elementsIn(inner, name)[0] ?? '', name, where))
  return observationOfParts(parts, where)
}

/** The content of each element with this name, in order; an unclosed element is an error. */
function elementsIn(text: string, name: string): readonly string[] {
  const found: string[] = []
  const opening = `<${name}>`
  const closing = `</${name}>`
  for (let at = text.indexOf(opening); at >= 0; ) {
    const start = at + opening.length
    const end = text.indexOf(closing, start)
    if (end < 0) throw notObservations('at its end', `<${name}> is not closed.`)
    found.push(text.slice(start, end))
    at = text.indexOf(opening, end + closing.length)
  }
  return found
}

/** Items have the indentation of the first one; text with more indentation continues the item above it. */
function itemsIn(inner: string, name: ListName, where: string): string[] {
  const items: string[] = []
  let margin: string | undefined
  for (const line of markupText(inner).split('\n')) {
    margin ??= /^\s{0,80}(?=- )/.exec(line)?.[0]
    if (margin !== undefined && line.startsWith(`${margin}- `)) items.push(line.slice(margin.length + 2))
    else if (margin !== undefined && line.startsWith(`${margin}  `) && items.length > 0)
      items.push(`${items.pop()}\n${line.slice(margin.length + 2)}`)
    else if (line.trim() !== '')
      throw notObservations(where, `${JSON.stringify(line.slice(0, 80))} is no item of <${name}>.`)
  }
  return items.map(unescapeText)
}

function textOf(inner: string): string {
  return unescapeText(markupText(inner))
}

const marked = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves entities; the content of CDATA stays as it is. */
function markupText(text: string): string {
  if (!text.includes('<![CDATA[')) return withoutEntities(text)
  let plain = ''
  let from = 0
  for (let at = text.indexOf('<![CDATA['); at >= 0; at = text.indexOf('<![CDATA[', from)) {
    const end = text.indexOf(']]>', at)
    if (end < 0) break
    plain += withoutEntities(text.slice(from, at)) + text.slice(at + 9, end)
    from = end + 3
  }
  return plain + withoutEntities(text.slice(from))
}

function withoutEntities(text: string): string {
  return text.replace(marked, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name] as string
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
