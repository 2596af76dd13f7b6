/** The line numbers that tools of agents, `cat -n` and `nl` print before the lines of a file. */

interface NumberedLines {
  /** Index of the first line that has a number. */
  readonly first: number
  /** Index after the last one. */
  readonly end: number
  readonly firstNumber: number
  readonly lastNumber: number
  /** How many numbers skip lines: those of search results do, those of a file rarely. */
  readonly jumps: number
  /** The length of the number of each line, including the separator. */
  readonly lengths: Uint8Array
}

/** The separator between number and line: `12→`, `12\t`, `12: `, `L12: `, `12 | `, `12|`, `12│`, `12. `. */
const separators = ['→', '\t', ': ', ' | ', '|', ' │ ', '│', ':', '. '] as const

const maxSpaces = 8
const maxDigits = 7
const numberHead = new RegExp(`^ {0,${maxSpaces}}L?\\d{1,${maxDigits}}`)

/** How far down the first number may be, after the lines that a tool adds. */
const maxBefore = 12

/** `undefined` if no two consecutive lines are numbered, or if lines have only numbers, as `seq` prints them. */
export function numberedLines(lines: readonly string[]): NumberedLines | undefined {
  const last = Math.min(lines.length, maxBefore)
  for (let first = 0; first < last; first += 1) {
    const line = lines[first] as string
    const separator = separatorIn(line)
    // `4. Read` below other lines is an item of a list.
    if (separator === undefined || (separator === '. ' && first > 0)) continue
    const next = lines[first + 1]
    // `181` alone is a number, not line 181 of a file.
    const isAlone = (next === undefined || isUnnumbered(next)) && line.includes(separator)
    if (!(isAlone && '→\t'.includes(separator)) && !isNext(next ?? '', line, separator)) continue
    const found = readNumbers(lines, first, separator)
    if (found !== undefined || separator !== '. ') return found
  }
  return undefined
}

/** The separator after the number of a line. */
function separatorIn(line: string): string | undefined {
  const end = numberHead.exec(line)?.[0].length
  if (end === undefined) return undefined
  return separators.find(one => line.startsWith(one, end) || line.slice(end) === one.trimEnd())
}

function isNext(line: string, before: string, separator: string): boolean {
  const reader = new NumberReader(separator)
  const number = reader.read(before) ? reader.value : Number.NaN
  return reader.read(line) && reader.value === number + 1
}

function isUnnumbered(line: string): boolean {
  return line === '' || line.startsWith('<')
}

/** Reads the number at the head of one line after the other. */
class NumberReader {
  value = 0
  /** Length of the number, with the separator. */
  length = 0
  /** Whether the line has only its number: a blank line, or just a number. */
  isBare = false
  readonly #separator: string
  readonly #sign: number

  constructor(separator: string) {
    this.#separator = separator
    this.#sign = separator.charCodeAt(0)
  }

  /** Whether the line has a number, followed by this separator. */
  read(line: string): boolean {
    let at = 0
    let unit = line.charCodeAt(0)
    while (unit === 0x20 && at < maxSpaces) {
      at += 1
      unit = line.charCodeAt(at)
    }
    if (unit === 0x4c) {
      at += 1
      unit = line.charCodeAt(at)
    }
    const first = at
    let value = 0
    while (unit >= 0x30 && unit <= 0x39 && at - first < maxDigits) {
      value = value * 10 + unit - 0x30
      at += 1
      unit = line.charCodeAt(at)
    }
    if (at === first || !this.#isSeparated(line, at, unit)) return false
    this.value = value
    this.length = Math.min(line.length, at + this.#separator.length)
    this.isBare = at === line.length
    return true
  }

  /** By the whole separator, or by the part of it that a blank line leaves. */
  #isSeparated(line: string, at: number, unit: number): boolean {
    const separator = this.#separator
    if (unit === this.#sign && (separator.length === 1 || line.startsWith(separator, at))) return true
    return line.length - at < separator.length && separator.startsWith(line.slice(at))
  }
}

function readNumbers(lines: readonly string[], first: number, separator: string): NumberedLines | undefined {
  const lengths = new Uint8Array(lines.length)
  const reader = new NumberReader(separator)
  let firstNumber = -1
  let lastNumber = -1
  let end = first
  let jumps = 0
  let count = 0
  let isBare = true
  let hasBlank = false
  for (let at = first; at < lines.length; at += 1) {
    if (!reader.read(lines[at] as string) || reader.value <= lastNumber) continue
    if (firstNumber < 0) firstNumber = reader.value
    else if (reader.value !== lastNumber + 1) jumps += 1
    lastNumber = reader.value
    lengths[at] = reader.length
    end = at + 1
    count += 1
    isBare &&= reader.isBare
    hasBlank ||= reader.length === (lines[at] as string).length
  }
  if (isBare) return undefined
  // `1. Read`, `2. Write` is a list; a file is numbered from line to line, and has blank ones or begins further down.
  if (separator === '. ' && (jumps > 0 || count < end - first || !(hasBlank || firstNumber > 1)))
    return undefined
  return { first, end, firstNumber, lastNumber, jumps, lengths }
}
