/** The numbers that agents' tools, `cat -n` and `nl` put before the lines of a file. */

export interface NumberedLines {
  /** Index of the first line that has a number. */
  readonly first: number
  /** Index behind the last one. */
  readonly end: number
  readonly firstNumber: number
  readonly lastNumber: number
  /** How many numbers jump: those of search results do, those of a file hardly. */
  readonly jumps: number
  /** For each line how long its number is, with what parts it from the line. */
  readonly lengths: Uint8Array
}

/** What stands between number and line: `12→`, `12\t`, `12: `, `L12: `, `12 | `, `12|`, `12│`. */
const separators = ['→', '\t', ': ', ' | ', '|', ' │ ', '│', ':'] as const

const mostSpaces = 8
const mostDigits = 7

/** How far down the first number may stand, below what a tool says before it. */
const mostBefore = 12

/** `undefined` where no two lines in a row are numbered. */
export function numberedLines(lines: readonly string[]): NumberedLines | undefined {
  const last = Math.min(lines.length, mostBefore)
  for (let first = 0; first < last; first += 1) {
    const line = lines[first] as string
    const separator = separatorIn(line)
    if (separator === undefined) continue
    const next = lines[first + 1]
    const isAlone = next === undefined || isUnnumbered(next)
    const isFollowed =
      next !== undefined && numberLength(next, separator) > 0 && numberOf(next) === numberOf(line) + 1
    if (isFollowed || (isAlone && '→\t'.includes(separator))) return readNumbers(lines, first, separator)
  }
  return undefined
}

function isUnnumbered(line: string): boolean {
  return line === '' || line.startsWith('<')
}

/** What parts the number of a line from the line; `undefined` where it has none. */
function separatorIn(line: string): string | undefined {
  const first = firstDigit(line)
  const end = digitsEnd(line, first)
  if (end === first) return undefined
  return separators.find(one => line.startsWith(one, end) || line.slice(end) === one.trimEnd())
}

/** How long the number of a line is, with its separator; 0 where it has none. */
function numberLength(line: string, separator: string): number {
  const first = firstDigit(line)
  const end = digitsEnd(line, first)
  if (end === first) return 0
  if (!line.startsWith(separator, end) && !isTrimmed(line, end, separator)) return 0
  return Math.min(line.length, end + separator.length)
}

/** Nothing behind the number but what a blank line leaves of the separator. */
function isTrimmed(line: string, at: number, separator: string): boolean {
  return line.length - at < separator.length && separator.startsWith(line.slice(at))
}

function numberOf(line: string): number {
  const first = firstDigit(line)
  const end = digitsEnd(line, first)
  let value = 0
  for (let at = first; at < end; at += 1) value = value * 10 + line.charCodeAt(at) - zero
  return value
}

const zero = 0x30

/** Behind spaces, and behind the letter of `L12`. */
function firstDigit(line: string): number {
  let at = 0
  while (at < mostSpaces && line.charCodeAt(at) === 0x20) at += 1
  return line.charCodeAt(at) === 0x4c ? at + 1 : at
}

function digitsEnd(line: string, first: number): number {
  let end = first
  for (let unit = line.charCodeAt(end); unit >= zero && unit <= 0x39 && end - first < mostDigits; ) {
    end += 1
    unit = line.charCodeAt(end)
  }
  return end
}

function readNumbers(lines: readonly string[], first: number, separator: string): NumberedLines {
  const lengths = new Uint8Array(lines.length)
  let firstNumber = -1
  let lastNumber = -1
  let end = first
  let jumps = 0
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at] as string
    const length = numberLength(line, separator)
    const number = length === 0 ? -1 : numberOf(line)
    if (number <= lastNumber) continue
    if (firstNumber < 0) firstNumber = number
    else if (number !== lastNumber + 1) jumps += 1
    lastNumber = number
    lengths[at] = length
    end = at + 1
  }
  return { first, end, firstNumber, lastNumber, jumps, lengths }
}
