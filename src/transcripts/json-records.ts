/** Lines of a file → its JSON records with the lines they start on, streamed: JSONL or whole documents. */
import { constants } from 'node:buffer'
import type { StreamedLine } from './streamed-lines.ts'

export type LogRecord =
  | { readonly ok: true; readonly line: number; readonly value: unknown }
  | {
      readonly ok: false
      readonly line: number
      readonly why: string
      /** The last line, without a newline: a session that is still being written ends so. */
      readonly cut: boolean
    }

/**
 * One record for each non-blank line; or, where the file begins with a line that only opens a JSON value,
 * one record for each document, at the line it starts on.
 */
export async function* jsonRecords(lines: AsyncIterable<StreamedLine>): AsyncGenerator<LogRecord> {
  let documents = true
  let gathered: StreamedLine[] = []
  let follow: (line: string) => DocumentState = followDocument()

  for await (const line of lines) {
    if (line.text.trim() === '' && line.why === undefined) continue
    if (gathered.length === 0) {
      const record = parseLine(line)
      // One line that is a record makes the file JSONL: from then on, a broken line is only a broken line.
      documents &&= !record.ok
      if (!documents) {
        yield record
        continue
      }
      follow = followDocument()
    }
    gathered.push(line)
    const state = line.why === undefined ? follow(line.text) : 'broken'
    // A document that is cut off within a string leaves a last line that cannot become JSON.
    const isCut = state === 'broken' && !line.ended && gathered.length > 1
    if (state === 'open' || isCut) continue
    const document = state === 'closed' ? parseDocument(gathered) : undefined
    if (document?.ok) yield document
    else yield* gathered.map(parseLine)
    gathered = []
  }

  const [first, ...rest] = gathered
  if (first === undefined) return
  yield { ok: false, line: first.number, why: unended, cut: false }
  yield* rest.map(parseLine)
}

function parseDocument(lines: readonly StreamedLine[]): LogRecord | undefined {
  const number = lines[0]?.number ?? 1
  const length = lines.reduce((sum, line) => sum + line.text.length + 1, 0)
  if (length > constants.MAX_STRING_LENGTH) return undefined
  return parseLine({ number, text: lines.map(line => line.text).join('\n'), ended: true })
}

function parseLine({ number, text, ended, why }: StreamedLine): LogRecord {
  const failed = (reason: string): LogRecord => {
    const cut = !ended && isCutShort(text)
    return { ok: false, line: number, why: cut ? cutShort : reason, cut }
  }
  if (why !== undefined) return failed(why)
  // The check avoids an exception for every line of a file of prose.
  if (!isBracketed(text.trim())) return failed('not a JSON object or list')
  try {
    return { ok: true, line: number, value: JSON.parse(text) }
  } catch (error) {
    // Nesting that exhausts the stack is a RangeError, not a SyntaxError.
    return failed(error instanceof RangeError ? 'nested too deeply to read' : `not JSON: ${String(error)}`)
  }
}

function isBracketed(text: string): boolean {
  return (text.startsWith('{') && text.endsWith('}')) || (text.startsWith('[') && text.endsWith(']'))
}

/** Whether a JSON object or list begins and does not end. */
function isCutShort(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  const { depth, isInString } = endOf(text)
  return depth > 0 || isInString
}

/** The bracket depth at the end of a text, and whether it ends in a string. Linear: reads each character once. */
function endOf(text: string): { readonly depth: number; readonly isInString: boolean } {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (isInString) {
      if (char === '\\') at += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
  }
  return { depth, isInString }
}

const cutShort = 'the last line is cut short, as in a session that is still being written'
const unended = 'the JSON document that starts here does not end'

/** Why JSON could not be read that begins as it should. */
export const cutOff: readonly string[] = [cutShort, unended]

/** `open`: continues below. `closed`: its brackets balance. `broken`: it cannot become JSON. */
type DocumentState = 'open' | 'closed' | 'broken'

/** A function that takes the non-blank lines of one document in order. */
export function followDocument(): (line: string) => DocumentState {
  let depth = 0
  let previous = ''

  return line => {
    const text = line.trim()
    const joined = previous === '' ? /^[[{]/.test(text) : /[[{,:]$/.test(previous) || /^[\]},:]/.test(text)
    previous = text.slice(-1)
    if (!joined) return 'broken'

    const end = endOf(text)
    depth += end.depth
    // A JSON string never spans lines.
    if (end.isInString || depth < 0) return 'broken'
    return depth === 0 ? 'closed' : 'open'
  }
}
