/** Tracks strings, comments and brackets over the lines of a program, so that they are not mistaken for code. */
import { codeUnits } from '../../../tokens/code-units.ts'

export interface Lexing {
  readonly lineComment?: string
  readonly blockComment?: readonly [open: string, close: string]
  /** Quotes of strings that end with their line at the latest. */
  readonly quotes: string
  /** Delimiters of strings that run over lines. */
  readonly longQuotes?: readonly string[]
  /** A single quote encloses one character, or begins a lifetime. */
  readonly hasCharacters?: boolean
  readonly hasRegex?: boolean
  readonly hasHeredoc?: boolean
}

/** The state at the beginning of each line, and one more entry for the end of the text. */
export interface LexedLines {
  readonly inside: Uint8Array
  /** Open round and square brackets. */
  readonly round: Int32Array
  /** Open brackets of every kind. */
  readonly depth: Int32Array
}

export const Inside = { code: 0, string: 1, comment: 2 } as const

const single = 0x27
const slash = 0x2f
const backslash = 0x5c
const grave = 0x60

/** `text`: the lines as one text, if the caller has it. */
export function lexLines(
  lines: readonly string[],
  lexing: Lexing,
  text: string = lines.join('\n'),
): LexedLines {
  const lexed = lex(lines, text, lexing)
  if (lexed.inside[lines.length] === Inside.code) return lexed
  // A part of a file may begin or end within a string: then strings over several lines are not tracked.
  const { longQuotes: _, blockComment: __, hasHeredoc: ___, ...singleLine } = lexing
  return lex(lines, text, singleLine)
}

function lex(lines: readonly string[], text: string, lexing: Lexing): LexedLines {
  const size = lines.length + 1
  const lexed = { inside: new Uint8Array(size), round: new Int32Array(size), depth: new Int32Array(size) }
  const special = specialSigns(lexing)
  const open: Open = { close: undefined, isComment: false, round: 0, braces: 0, templates: [] }
  const units = codeUnits(text)
  let start = 0
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    mark(lexed, at, open)
    lexLine(line, units, start, lexing, special, open)
    start += line.length + 1
  }
  mark(lexed, lines.length, open)
  return lexed
}

interface Open {
  /** The end of the open string or comment, or the line that ends a heredoc. */
  close: string | undefined
  isComment: boolean
  isHeredoc?: boolean
  round: number
  braces: number
  /** Open braces at the beginning of each value within a template. */
  readonly templates: number[]
}

function mark({ inside, round, depth }: LexedLines, at: number, open: Open): void {
  inside[at] = open.close === undefined ? Inside.code : open.isComment ? Inside.comment : Inside.string
  round[at] = open.round
  depth[at] = open.round + open.braces
}

const signsOf = new WeakMap<Lexing, Uint8Array>()

function specialSigns(lexing: Lexing): Uint8Array {
  const known = signsOf.get(lexing) ?? readSigns(lexing)
  signsOf.set(lexing, known)
  return known
}

function readSigns({ lineComment, blockComment, quotes, longQuotes }: Lexing): Uint8Array {
  const special = new Uint8Array(128)
  const signs = `(){}[]<${quotes}${lineComment?.charAt(0) ?? ''}${blockComment?.[0].charAt(0) ?? ''}`
  for (const sign of signs + (longQuotes ?? []).map(quote => quote.charAt(0)).join(''))
    special[sign.charCodeAt(0)] = 1
  return special
}

const heredoc = /<<[-~]?(["']?)([A-Za-z_]\w{0,40})\1/y

/** `units` of the line begin at `start`. */
function lexLine(
  line: string,
  units: Uint16Array,
  start: number,
  lexing: Lexing,
  special: Uint8Array,
  open: Open,
): void {
  if (open.isHeredoc === true) {
    if (line.trim() !== open.close) return
    open.close = undefined
    open.isHeredoc = false
    return
  }
  let pending: string | undefined
  for (let at = 0; at < line.length; ) {
    if (open.close !== undefined) {
      at = afterLong(line, at, open)
      continue
    }
    while (at < line.length && !isSpecial(units[start + at] as number, special)) at += 1
    if (at === line.length) break
    const unit = units[start + at] as number
    if (isBracket(unit)) at = bracket(unit, at, open)
    else if (lexing.lineComment !== undefined && isComment(line, at, lexing.lineComment)) break
    else if (lexing.blockComment !== undefined && line.startsWith(lexing.blockComment[0], at)) {
      open.close = lexing.blockComment[1]
      open.isComment = true
      at += lexing.blockComment[0].length
    } else if (unit === 0x3c) {
      heredoc.lastIndex = at
      if (lexing.hasHeredoc === true) pending = heredoc.exec(line)?.[2] ?? pending
      at += 1
    } else at = afterQuote(line, at, unit, lexing, open)
  }
  if (pending !== undefined && open.close === undefined) {
    open.close = pending
    open.isComment = false
    open.isHeredoc = true
  }
}

function isSpecial(unit: number, special: Uint8Array): boolean {
  return unit < 128 && special[unit] === 1
}

function isBracket(unit: number): boolean {
  return unit === 0x28 || unit === 0x29 || unit === 0x5b || unit === 0x5d || unit === 0x7b || unit === 0x7d
}

function bracket(unit: number, at: number, open: Open): number {
  if (unit === 0x28 || unit === 0x5b) open.round += 1
  else if (unit === 0x29 || unit === 0x5d) open.round -= 1
  else if (unit === 0x7b) open.braces += 1
  else {
    open.braces -= 1
    if (open.templates.length > 0 && open.templates.at(-1) === open.braces) {
      open.templates.pop()
      open.close = '`'
    }
  }
  return at + 1
}

/** `#` begins a comment only where a word could begin: not in `$#`, `a#b`, `#{name}`. */
function isComment(line: string, at: number, mark: string): boolean {
  if (!line.startsWith(mark, at)) return false
  return mark !== '#' || at === 0 || line.charCodeAt(at - 1) <= 0x20 || line.charAt(at - 1) === ';'
}

/** The position after the end of what is open, or the end of the line. */
function afterLong(line: string, from: number, open: Open): number {
  const close = open.close as string
  if (close !== '`') {
    const end = line.indexOf(close, from)
    if (end < 0) return line.length
    open.close = undefined
    open.isComment = false
    return end + close.length
  }
  for (let at = from; at < line.length; at += 1) {
    const unit = line.charCodeAt(at)
    if (unit === backslash) at += 1
    else if (unit === grave) {
      open.close = undefined
      return at + 1
    } else if (unit === 0x24 && line.charCodeAt(at + 1) === 0x7b) {
      open.templates.push(open.braces)
      open.braces += 1
      open.close = undefined
      return at + 2
    }
  }
  return line.length
}

function afterQuote(line: string, at: number, unit: number, lexing: Lexing, open: Open): number {
  const long = lexing.longQuotes?.find(quote => line.startsWith(quote, at))
  if (long !== undefined) {
    open.close = long
    open.isComment = false
    return at + long.length
  }
  if (unit === slash)
    return lexing.hasRegex === true && mayBeginRegex(line, at) ? afterRegex(line, at) : at + 1
  if (!lexing.quotes.includes(String.fromCharCode(unit))) return at + 1
  if (unit !== single || lexing.hasCharacters !== true) return stringEnd(line, at, unit)
  // 'a' and '\n' are characters; 'static is a lifetime.
  const end = stringEnd(line.slice(at, at + maxCharacterLength), 0, unit)
  return end <= 4 || line.charCodeAt(at + 1) === backslash ? at + end : at + 1
}

/** `'\u{1F600}'` */
const maxCharacterLength = 12

function stringEnd(line: string, start: number, quote: number): number {
  let at = start + 1
  for (; at < line.length && line.charCodeAt(at) !== quote; at += 1)
    if (line.charCodeAt(at) === backslash) at += 1
  return at + 1
}

/** A slash begins a pattern where a value may begin; elsewhere it is a division. */
function mayBeginRegex(line: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && line.charCodeAt(before) <= 0x20) before -= 1
  return before < 0 || '(,=:[!&|?{};+'.includes(line.charAt(before)) || line.startsWith('return', before - 5)
}

const maxRegexLength = 120

function afterRegex(line: string, start: number): number {
  let isClass = false
  const last = Math.min(line.length, start + maxRegexLength)
  for (let at = start + 1; at < last; at += 1) {
    const unit = line.charCodeAt(at)
    if (unit === backslash) at += 1
    else if (unit === 0x5b) isClass = true
    else if (unit === 0x5d) isClass = false
    else if (unit === slash && !isClass) return at + 1
  }
  return start + 1
}
