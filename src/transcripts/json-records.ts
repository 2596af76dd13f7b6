/** Chunks of a file → its JSON records with their lines, streamed: JSONL or whole documents, plain or gzipped. */
import { constants } from 'node:buffer'
import { type Line, textLines } from './text-lines.ts'

export type JsonRecord =
  | { readonly ok: true; readonly line: number; readonly value: unknown }
  | {
      readonly ok: false
      readonly line: number
      readonly why: string
      /** The last line, without a newline: a session that is still being written ends like this. */
      readonly cut: boolean
    }

/**
 * One record for each non-blank line; or, where the file begins with a line that only opens a JSON value,
 * one record for each document, at the line it starts on.
 */
export async function* jsonRecords(
  chunks: AsyncIterable<Uint8Array>,
  file?: string,
): AsyncGenerator<JsonRecord> {
  let documents = true
  let gathered: Line[] = []
  let follow: (line: string) => DocumentState = followDocument()

  for await (const line of textLines(chunks, file)) {
    if (line.text.trim() === '' && line.why === undefined) continue
    if (gathered.length === 0) {
      const record = parseLine(line)
      // One line that is a record makes the file JSONL: from here on, a broken line is just that.
      documents &&= !record.ok
      if (!documents) {
        yield record
        continue
      }
      follow = followDocument()
    }
    gathered.push(line)
    const state = line.why === undefined ? follow(line.text) : 'broken'
    if (state === 'open') continue
    const document = state === 'closed' ? parseDocument(gathered) : undefined
    if (document?.ok) yield document
    else yield* gathered.map(parseLine)
    gathered = []
  }

  const [first, ...rest] = gathered
  if (first === undefined) return
  yield { ok: false, line: first.number, why: 'the JSON document that starts here does not end', cut: false }
  yield* rest.map(parseLine)
}

function parseDocument(lines: readonly Line[]): JsonRecord | undefined {
  const number = lines[0]?.number ?? 1
  const length = lines.reduce((sum, line) => sum + line.text.length + 1, 0)
  if (length > constants.MAX_STRING_LENGTH) return undefined
  return parseLine({ number, text: lines.map(line => line.text).join('\n'), ended: true })
}

function parseLine({ number, text, ended, why }: Line): JsonRecord {
  const failed = (reason: string): JsonRecord =>
    ended
      ? { ok: false, line: number, why: reason, cut: false }
      : { ok: false, line: number, why: cutShort, cut: true }
  if (why !== undefined) return failed(why)
  // Looking first spares a file of prose an exception for every line.
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

const cutShort = 'the last line is cut short, as in a session that is still being written'

/** `open`: goes on below. `closed`: its brackets balance. `broken`: no JSON text continues like this. */
type DocumentState = 'open' | 'closed' | 'broken'

/** A function that takes the non-blank lines of one document in order. Linear: it sees each character once. */
export function followDocument(): (line: string) => DocumentState {
  let depth = 0
  let previous = ''

  return line => {
    const text = line.trim()
    const joined = previous === '' ? /^[[{]/.test(text) : /[[{,:]$/.test(previous) || /^[\]},:]/.test(text)
    previous = text.slice(-1)
    if (!joined) return 'broken'

    let inString = false
    for (let at = 0; at < text.length; at += 1) {
      const char = text[at]
      if (inString) {
        if (char === '\\') at += 1
        else if (char === '"') inString = false
      } else if (char === '"') inString = true
      else if (char === '{' || char === '[') depth += 1
      else if (char === '}' || char === ']') depth -= 1
    }
    // A JSON string never spans lines.
    if (inString || depth < 0) return 'broken'
    return depth === 0 ? 'closed' : 'open'
  }
}
