/** Finds JSON documents in a text: one, or several in a row, each on separate lines. */
import { type JsonValue, readJson } from './read-json.ts'

interface Documents {
  readonly values: readonly JsonValue[]
  /** The position of each of them. */
  readonly spans: readonly { readonly start: number; readonly end: number }[]
  readonly start: number
  readonly end: number
  readonly depth: number
}

/** A few lines of other text may precede them: a warning, a status. */
const maxTries = 8

export function findJsonDocuments(text: string): Documents | undefined {
  let tries = 0
  for (let start = 0; start >= 0 && start < text.length && tries < maxTries; start = nextLine(text, start)) {
    const first = text.charAt(start)
    if (first !== '{' && first !== '[') continue
    tries += 1
    const found = readSequence(text, start)
    if (found !== undefined) return found
  }
  return undefined
}

function nextLine(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from)
  return lineBreak < 0 ? -1 : lineBreak + 1
}

function readSequence(text: string, start: number): Documents | undefined {
  const values: JsonValue[] = []
  const spans: { start: number; end: number }[] = []
  let depth = 0
  for (let at = start; ; ) {
    const first = text.charAt(at)
    const read = first === '{' || first === '[' ? readJson(text, at) : undefined
    const isWhole = read !== undefined && (read.end === text.length || text.charAt(read.end) === '\n')
    if (!isWhole) break
    values.push(read.value)
    spans.push({ start: at, end: read.end })
    depth = Math.max(depth, read.depth)
    at = read.end + 1
  }
  const end = spans.at(-1)?.end
  return end === undefined ? undefined : { values, spans, start, end, depth }
}
