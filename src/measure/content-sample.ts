/** A bounded look at a text: lines of its head, middle and tail, without what tools print around them. */

export interface Sample {
  /** Lines that say something, cut to a bounded length. */
  readonly lines: readonly string[]
  /** The beginning as it stands. */
  readonly head: string
  /** The last character of the last of the lines, before it was cut. */
  readonly lastCharacter: string
  /** The lines carry their numbers, as agents show files. */
  readonly isNumbered: boolean
}

const headLength = 3000
const partLength = 2000
const mostLines = 32
const longestLine = 200

export function sampleOf(text: string): Sample {
  const isWhole = text.length <= headLength + 2 * partLength
  const parts = isWhole ? [text] : stretches(text)
  const lines = parts
    .flatMap(part => part.split('\n', isWhole ? 3 * mostLines : mostLines))
    .flatMap(cleanLine)
  return {
    lines,
    head: text.slice(0, headLength),
    lastCharacter: lastCharacter(parts.at(-1) ?? ''),
    isNumbered: isNumbered(lines),
  }
}

function lastCharacter(part: string): string {
  const last = part.split('\n').findLast(line => cleanLine(line).length > 0)
  return last?.trimEnd().slice(-1) ?? ''
}

/** Head, middle and tail, cut at line breaks where there are any. */
function stretches(text: string): string[] {
  const middle = Math.floor((text.length - partLength) / 2)
  return [
    text.slice(0, headLength),
    afterBreak(text.slice(middle, middle + partLength)),
    afterBreak(text.slice(-partLength)),
  ]
}

function afterBreak(part: string): string {
  return part.slice(part.indexOf('\n') + 1)
}

const escapeCharacter = String.fromCharCode(27)
const colour = new RegExp(`${escapeCharacter}\\[[0-9;?]*[A-Za-z]`, 'g')

/** `[test:ci] ok …` of mise, `@scope/package build: …` of bun: the runner's name before a task's own output. */
const taskPrefix =
  /^(?:\[(?!(?:info|warn|warning|error|debug|trace)\])[a-z][\w:.-]{0,30}\] |@?[\w./-]{1,40} (?:build|test|typecheck|lint|check): ){1,2}/

/** What agents' shells put around an output. */
const wrapper =
  /^(?:(?:Error: )?Exit code:? -?\d+|Wall time:|Output:$|Total output lines:|Original token count:|Warning: truncated output|Process (?:running|exited) with|Chunk ID:|Shell cwd was reset|OBSERVATION:|\[File: |\(\d+ more lines |Here's the result of running `cat -n`|<\/?(?:persisted-output|output|stdout|stderr|returncode|system-reminder)\b|\W{0,4}\d+ lines (?:truncated|omitted)|\.{3}$)/

function cleanLine(raw: string): string[] {
  const cut = raw.slice(0, longestLine)
  const plain = (cut.includes(escapeCharacter) ? cut.replace(colour, '') : cut).trimEnd()
  const line = plain.replace(taskPrefix, '')
  return line === '' || wrapper.test(line) ? [] : [line]
}

/** `   12→code`, `12\tcode`, `12: code`, `L12: code`, `12 | code`. */
const numberPrefix = /^ {0,8}L?(\d{1,6})(?:→|\t|:|\s?[|│]|$)/

/** Numbers that count up: those of matches in a search, or of a table's rows, jump. */
function isNumbered(lines: readonly string[]): boolean {
  const numbers = lines.map(line => Number(numberPrefix.exec(line)?.[1] ?? Number.NaN))
  const steps = numbers.filter((number, at) => at > 0 && number === (numbers[at - 1] ?? 0) + 1).length
  return steps > 0 && steps >= (lines.length - 3) * 0.6
}
