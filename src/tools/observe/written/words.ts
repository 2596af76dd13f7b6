/** Paths, names and times in a list: bare if that is unambiguous, else in back quotes or as JSON. */
import { quoted, unquoted } from '../../../ledger/markdown/line-text.ts'

const bare = /^[^\s`",:]+$/
const bareAt = /[^\s`",:]+/y
const bareTime = /^[^\s`"]+$/
const bareTimeAt = /[^\s`"]+/y

export function word(text: string): string {
  return bare.test(text) ? text : quoted(text, false)
}

/** Times contain colons, so they have their own bare form. */
export function timeWord(time: string): string {
  return bareTime.test(time) ? time : quoted(time, false)
}

interface ReadWord {
  readonly word: string
  readonly end: number
}

export function readTime(line: string, from: number): ReadWord | undefined {
  return readBy(bareTimeAt, line, from)
}

function readBy(pattern: RegExp, line: string, from: number): ReadWord | undefined {
  pattern.lastIndex = from
  const [found] = pattern.exec(line) ?? []
  if (found !== undefined) return { word: found, end: from + found.length }
  const read = unquoted(line.slice(from))
  return read === undefined ? undefined : { word: read.name, end: from + read.end }
}

/** Words separated by commas. */
export function listedWords(
  line: string,
  from: number,
): { readonly words: readonly string[]; readonly end: number } | undefined {
  const words: string[] = []
  let end = from
  do {
    const read = readBy(bareAt, line, words.length === 0 ? end : end + separator.length)
    if (read === undefined) return undefined
    words.push(read.word)
    end = read.end
  } while (line.startsWith(separator, end))
  return { words, end }
}

const separator = ', '
