/** What a tool printed, without the JSON that a host puts around it. */
import { isRecord, jsonValue, type RawRecord } from '../../tokens/json-value.ts'

/** The names of what was printed, in the order in which it is read. */
const printedNames = ['output', 'stdout', 'result', 'text', 'content', 'stderr', 'error'] as const
/** What else a host says of a call. Any other name makes it data, which a tool printed as it is. */
const frameName =
  /^(?:type|query|success|status|metadata|interrupted|is_?(?:error|image)|(?:exit|return)_?code|duration\w{0,12})$/i
/** How such a text begins: most are known by it not to be one. */
const begin = /^\s{0,8}\[?\s{0,8}\{\s{0,8}"([A-Za-z_]{1,20})":/
/** Wrappers in wrappers: `{"content": [{"type": "text", "text": "…"}]}`. */
const maxDepth = 3

/** `{"output": "…", "metadata": {…}}`, `[{"query": "ls", "result": "…", "success": true}]` → the output, the result. */
export function printedText(text: string): string {
  const name = begin.exec(text)?.[1]
  if (name === undefined || !(isPrinted(name) || frameName.test(name))) return text
  return printedIn(jsonValue(text), maxDepth) ?? text
}

function isPrinted(name: string): boolean {
  return printedNames.some(printed => printed === name)
}

/** `undefined` where it is no wrapper. */
function printedIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value
  if (depth === 0) return undefined
  if (isRecord(value)) return printedInRecord(value, depth)
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return undefined
  const printed = value.flatMap(item => {
    const text = printedInRecord(item, depth)
    return text === undefined ? [] : value.length === 1 ? text : withQuery(item, text)
  })
  return printed.length === value.length ? printed.join('\n') : undefined
}

function printedInRecord(record: RawRecord, depth: number): string | undefined {
  const names = Object.keys(record)
  if (!names.some(isPrinted) || !names.every(name => isPrinted(name) || frameName.test(name)))
    return undefined
  const parts = printedNames
    .filter(name => record[name] !== undefined && record[name] !== null)
    .map(name => printedIn(record[name], depth - 1))
  if (!parts.every(part => part !== undefined)) return undefined
  const said = parts.filter(part => part !== '')
  return said.map((part, at) => (at < said.length - 1 && !part.endsWith('\n') ? `${part}\n` : part)).join('')
}

/** Which of several answers it is. */
function withQuery({ query }: RawRecord, text: string): string {
  return typeof query === 'string' && query !== '' ? `${query}\n${text.trimEnd()}` : text
}
