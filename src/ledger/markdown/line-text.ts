/** Texts of any kind on the lines of a list, and back to the letter. */
import { scriptMark } from '../facts/command-line.ts'

/** What would read as a line of the ledger's own. */
export const ownLine: RegExp = /^(?:- |## |\[(?:\d|left out: )|$)/

/** The first line is behind its head; the others keep their bytes unless they would be taken for something else. */
export function asLines(text: string): string {
  if (!text.includes('\n')) return text
  const [first = '', ...rest] = text.split('\n')
  return [first, ...rest.map(continued)].join('\n')
}

/** Indented, as lists in a list are. A blank line would not survive an editor that trims, and gets a sign that does. */
function continued(line: string): string {
  if (line === '' || line.startsWith('\\')) return `\\${line}`
  return line.startsWith(indent) || ownLine.test(line) ? `${indent}${line}` : line
}

const indent = '  '

export function fromLines([first = '', ...rest]: readonly string[]): string {
  return [first, ...rest.map(original)].join('\n')
}

function original(line: string): string {
  if (line.startsWith('\\')) return line.slice(1)
  return line.startsWith(indent) ? line.slice(indent.length) : line
}

/** A path or command as one word, in back quotes, or as JSON where nothing else holds it. */
export function quoted(name: string, isBareAllowed: boolean): string {
  if (isBareAllowed && /^[^\s`"(){}[\]]+$/.test(name)) return name
  return /[`\n\r]/.test(name) || name === '' || name !== name.trim() ? JSON.stringify(name) : `\`${name}\``
}

/** A script is quoted by its first line: `python3 - <<'PY'` … */
export function quotedCommand(about: string): string {
  return about.endsWith(scriptMark)
    ? `${quoted(about.slice(0, -scriptMark.length), false)} …`
    : quoted(about, false)
}

export function unquotedCommand(text: string): ReturnType<typeof unquoted> {
  const found = unquoted(text)
  if (found === undefined || !text.startsWith(' …', found.end)) return found
  return { name: `${found.name}${scriptMark}`, end: found.end + 2 }
}

const quotedName = /^(?:`([^`]+)`|("(?:[^"\\]|\\.)*")|([^\s`"(){}[\]]+))/

/** What was quoted at the start of a text, and where it ends. */
export function unquoted(text: string): { readonly name: string; readonly end: number } | undefined {
  const found = quotedName.exec(text)
  if (found === null) return undefined
  const [whole, ticked, json, bare] = found
  const name = json === undefined ? (ticked ?? bare ?? '') : parsedString(json)
  return name === undefined ? undefined : { name, end: whole.length }
}

function parsedString(json: string): string | undefined {
  try {
    return String(JSON.parse(json))
  } catch {
    return undefined
  }
}
