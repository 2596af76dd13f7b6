/** Reads observations back from their markdown. */
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
import {
  documentTitle,
  listTitles,
  narrativeTitle,
  noteTitles,
  resultTitle,
  sessionTitles,
} from './render-markdown.ts'

/** Throws `invalid-transcript`, with the line, if the text is something else. */
export function parseMarkdown(text: string): readonly SessionObservations[] {
  const reader = new MarkdownReader()
  for (const [index, line] of text.split('\n').entries()) reader.read(line.replace(/\r$/, ''), index + 1)
  return reader.sessions()
}

const heading = /^## \d{1,9}\. \[([^\]\n]{0,60})\] ?(.*)$/s

class MarkdownReader {
  readonly #sessions: SessionObservations[] = []
  #parts: Map<SessionPart, string> | undefined
  #observations: Observation[] = []
  #open: (ReadParts & { readonly line: number }) | undefined
  #list: ListName | undefined
  /** Takes the lines that continue the last item. */
  #continue: ((line: string) => void) | undefined
  #line = 0

  read(line: string, number: number): void {
    this.#line = number
    if (line.startsWith('  ') && this.#continue !== undefined) this.#continue(line.slice(2))
    else if (line === documentTitle) this.#startSession()
    else if (line.trim() !== '') this.#readOwn(line)
  }

  sessions(): readonly SessionObservations[] {
    this.#endSession()
    if (this.#sessions.length === 0) throw notObservations('line 1', `they begin with "${documentTitle}".`)
    return this.#sessions
  }

  #readOwn(line: string): void {
    this.#continue = undefined
    const found = heading.exec(line)
    if (this.#parts === undefined) throw this.#unexpected(line)
    if (found !== null) this.#startObservation(found[1] ?? '', found[2] ?? '')
    else if (this.#open === undefined) this.#readSessionPart(line)
    else this.#readPart(line, this.#open)
  }

  #readSessionPart(line: string): void {
    const name = sessionNames.find(part => line.startsWith(sessionTitles[part]))
    if (name === undefined) throw this.#unexpected(line)
    this.#parts?.set(name, unescapeText(line.slice(sessionTitles[name].length)))
  }

  #readPart(line: string, open: ReadParts): void {
    const list = listNames.find(name => line === listTitles[name])
    const note = noteNames.find(name => line.startsWith(noteTitles[name]))
    if (list !== undefined) this.#list = list
    else if (line.startsWith(narrativeTitle))
      this.#readText(open, 'narrative', line.slice(narrativeTitle.length))
    else if (line.startsWith(resultTitle)) this.#readText(open, 'result', line.slice(resultTitle.length))
    else if (line.startsWith('- ') && this.#list !== undefined)
      this.#readItem(open, this.#list, line.slice(2))
    else if (note !== undefined) open.notes.set(note, unescapeText(line.slice(noteTitles[note].length)))
    else throw this.#unexpected(line)
  }

  #readText(open: ReadParts, name: 'narrative' | 'result', line: string): void {
    open[name] = unescapeText(line)
    this.#list = undefined
    this.#continue = more => {
      open[name] = `${open[name]}\n${unescapeText(more)}`
    }
  }

  #readItem(open: ReadParts, name: ListName, line: string): void {
    const items = open.lists.get(name) ?? []
    open.lists.set(name, items)
    items.push(unescapeText(line))
    this.#continue = more => {
      items.push(`${items.pop()}\n${unescapeText(more)}`)
    }
  }

  #startSession(): void {
    this.#endSession()
    this.#parts = new Map()
    this.#observations = []
    this.#continue = undefined
  }

  #endSession(): void {
    this.#endObservation()
    if (this.#parts !== undefined)
      this.#sessions.push(sessionOfParts(this.#parts, this.#observations, `line ${this.#line}`))
  }

  #startObservation(type: string, title: string): void {
    this.#endObservation()
    this.#list = undefined
    this.#open = { type, title: unescapeText(title), lists: new Map(), notes: new Map(), line: this.#line }
  }

  #endObservation(): void {
    if (this.#open !== undefined)
      this.#observations.push(observationOfParts(this.#open, `line ${this.#open.line}`))
    this.#open = undefined
  }

  #unexpected(line: string): Error {
    return notObservations(`line ${this.#line}`, `${JSON.stringify(line.slice(0, 80))} belongs to nothing.`)
  }
}
