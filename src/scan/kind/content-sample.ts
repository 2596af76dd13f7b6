/** A bounded look at a text: lines of its head, middle and tail, without what tools print around them. */

export interface Sample {
  /** Lines that say something, cut to a bounded length. */
  readonly lines: readonly string[]
  /** Beginning and end as they are. */
  readonly head: string
  readonly tail: string
  /** The lines carry their numbers, as agents show files. */
  readonly isNumbered: boolean
}

const headLength = 2000
const partLength = 1200
const maxLines = 12
const maxLineLength = 160

export function sampleOf(text: string): Sample {
  const lines: string[] = []
  for (const raw of someOf(stretches(text).join('\n').split('\n'), maxLines)) {
    const line = cleanLine(raw)
    if (line !== '') lines.push(line)
  }
  return {
    lines,
    head: text.slice(0, headLength),
    tail: text.slice(-partLength),
    isNumbered: isNumbered(lines),
  }
}

/** The last character that is not part of what a tool printed around the text. */
export function lastCharacter({ tail }: Sample): string {
  const last = tail.split('\n').findLast(line => cleanLine(line) !== '')
  return last?.trimEnd().slice(-1) ?? ''
}

/** All of a short text; else its head, middle and tail, cut at line breaks where there are any. */
function stretches(text: string): string[] {
  if (text.length <= headLength + 2 * partLength) return [text]
  const middle = Math.floor((text.length - partLength) / 2)
  return [
    text.slice(0, headLength),
    afterBreak(text.slice(middle, middle + partLength)),
    afterBreak(text.slice(-partLength)),
  ]
}

/** First, middle and last lines where there are many. */
export function someOf(lines: readonly string[], maxLines: number): readonly string[] {
  if (lines.length <= 3 * maxLines) return lines
  const middle = Math.floor((lines.length - maxLines) / 2)
  return [...lines.slice(0, maxLines), ...lines.slice(middle, middle + maxLines), ...lines.slice(-maxLines)]
}

/** The part without its first line, whose beginning was cut off. */
function afterBreak(part: string): string {
  const lineBreak = part.indexOf('\n')
  return lineBreak < 0 ? '' : part.slice(lineBreak + 1)
}

const escapeCharacter = String.fromCharCode(27)
const colour = new RegExp(`${escapeCharacter}\\[[0-9;?]*[A-Za-z]`, 'g')

/** `[test:ci] ok …` of mise, `@scope/package build: …` of bun: the runner's name before a task's own output. */
const taskPrefix =
  /^(?:\[(?!(?:info|warn|warning|error|debug|trace)\])[a-z][\w:.-]{0,30}\] |@?[\w./-]{1,40} (?:build|test|typecheck|lint|check): ){1,2}/

/** What agents' shells put around an output. */
const wrapper =
  /^(?:(?:Error: )?Exit code:? -?\d+|Wall time:|Output:$|Total output lines:|Original token count:|Warning: truncated output|Process (?:running|exited) with|Chunk ID:|Shell cwd was reset|OBSERVATION:|\[File: |\(\d+ more lines |Here's the result of running `cat -n`|<\/?(?:persisted-output|output|stdout|stderr|returncode|system-reminder)(?!\w)|\W{0,4}\d+ lines (?:truncated|omitted)|\.{3}$)/

/** Empty where the line has no content. */
function cleanLine(raw: string): string {
  const cut = raw.slice(0, maxLineLength)
  const plain = (cut.includes(escapeCharacter) ? cut.replace(colour, '') : cut).trimEnd()
  const line = mayBePrefixed(plain) ? plain.replace(taskPrefix, '') : plain
  return wrapper.test(line) ? '' : line
}

/** A cheap test first: most lines have no prefix. */
function mayBePrefixed(line: string): boolean {
  return line.startsWith('[') || line.includes(': ')
}

/** `   12→code`, `12\tcode`, `12: code`, `L12: code`, `12 | code`. */
const numberPrefix = /^ {0,8}L?(\d{1,6})(?:→|\t|:|\s?[|│]|(?<= \d{1,6})$)/

/** Numbers that count up: those of matches in a search, or of a table's rows, jump. */
function isNumbered(lines: readonly string[]): boolean {
  if (/^ {0,8}\d{1,6}→/.test(lines[0] ?? '')) return true
  let steps = 0
  let before = numberOf(lines[0] ?? '')
  for (let at = 1; at < lines.length && (steps > 0 || at < 5); at += 1) {
    const number = numberOf(lines[at] ?? '')
    if (number === before + 1) steps += 1
    before = number
  }
  return steps > 0 && steps >= Math.max(lines.length - 3, 3) * 0.6
}

function numberOf(line: string): number {
  return Number(numberPrefix.exec(line)?.[1] ?? Number.NaN)
}
