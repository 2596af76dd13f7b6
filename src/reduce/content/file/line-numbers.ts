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
    const found = numberAt(lines[first] as string, undefined)
    if (found === undefined) continue
    const next = numberAt(lines[first + 1] ?? '', found.separator)
    const isAlone = first + 1 >= lines.length || isUnnumbered(lines[first + 1] as string)
    if (next?.value === found.value + 1 || (isAlone && '→\t'.includes(found.separator)))
      return readNumbers(lines, first, found.separator)
  }
  return undefined
}

function isUnnumbered(line: string): boolean {
  return line === '' || line.startsWith('<')
}

interface LineNumber {
  readonly value: number
  readonly length: number
  readonly separator: string
}

function numberAt(line: string, separator: string | undefined): LineNumber | undefined {
  let at = 0
  while (at < mostSpaces && line.charCodeAt(at) === 0x20) at += 1
  if (line.charCodeAt(at) === 0x4c) at += 1
  const first = at
  let value = 0
  for (let unit = line.charCodeAt(at); unit >= 0x30 && unit <= 0x39 && at - first < mostDigits; ) {
    value = value * 10 + unit - 0x30
    at += 1
    unit = line.charCodeAt(at)
  }
  if (at === first) return undefined
  const found =
    separator === undefined
      ? separators.find(one => line.startsWith(one, at) || line.slice(at) === one.trimEnd())
      : line.startsWith(separator, at) || isTrimmed(line, at, separator)
        ? separator
        : undefined
  if (found === undefined) return undefined
  return { value, length: Math.min(line.length, at + found.length), separator: found }
}

/** Nothing behind the number but what a blank line leaves of the separator. */
function isTrimmed(line: string, at: number, separator: string): boolean {
  return line.length - at < separator.length && separator.startsWith(line.slice(at))
}

function readNumbers(lines: readonly string[], first: number, separator: string): NumberedLines {
  const lengths = new Uint8Array(lines.length)
  let firstNumber = -1
  let lastNumber = -1
  let end = first
  let jumps = 0
  for (let at = first; at < lines.length; at += 1) {
    const found = numberAt(lines[at] as string, separator)
    if (found === undefined || found.value <= lastNumber) continue
    if (firstNumber < 0) firstNumber = found.value
    else if (found.value !== lastNumber + 1) jumps += 1
    lastNumber = found.value
    lengths[at] = found.length
    end = at + 1
  }
  return { first, end, firstNumber, lastNumber, jumps, lengths }
}
