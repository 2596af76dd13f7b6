/** The options that an agent numbers in its text, and which of them a reply names. */
import { wordCut } from '../../scan/word-cut.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'

const maxOptions = 12
const maxLength = 240

/** `1. Run the tests`, `**b)** Leave it`, `### Option 2: …` */
const optionLine = /^[\s#*_>-]{0,8}(option )?([a-h]|\d{1,2})(?:[.):]|[*_]{1,2}[.):])[*_]{0,2} +\S/i

/** The lines of the last numbered list of a text, as they are written; empty where there is no choice. Linear. */
export function numberedOptions(text: string): readonly string[] {
  let options: string[] = []
  for (const line of text.split('\n')) {
    const mark = markOf(line)
    if (mark === undefined) continue
    if (mark === '1' || mark === 'a') options = []
    if (options.length < maxOptions) options.push(wordCut(line.trim(), maxLength).trimEnd())
  }
  return options.length < 2 ? [] : options
}

function markOf(line: string): string | undefined {
  return optionLine.exec(line.slice(0, maxLength))?.[2]?.toLowerCase()
}

/** `3`, `1+2`, `option b`, `1 and 3, but …` */
const namesOptions = lazyPattern(
  String.raw`^\W{0,3}(?:options? )?((?:[a-h]|\d{1,2})(?: ?(?:[+,&/]|and) ?(?:[a-h]|\d{1,2})){0,5})(?![\p{L}\p{N}])`,
  'iu',
)

/** `1. One-way, 2. economy` */
const listMark = /(?:^|[\s,;])([a-h]|\d{1,2})[.)] /gi

/** Those of the options that a reply begins with; all that it goes through where it is a numbered list itself. */
export function namedOptions(reply: string, options: readonly string[]): readonly string[] {
  if (options.length === 0) return []
  const listed = Array.from(reply.matchAll(listMark), ([, mark = '']) => mark.toLowerCase())
  const named = namesOptions(reply).exec(reply)?.[1]?.toLowerCase()
  if (named === undefined && listed.length < 2) return []
  const marks = new Set(listed.length < 2 ? named?.match(/\d{1,2}|\b[a-h]\b/g) : listed)
  return options.filter(option => marks.has(markOf(option) ?? ''))
}
