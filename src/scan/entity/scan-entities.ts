/** The one pass over a text that finds its entities. */
import { codeUnitSet, codeUnits } from '../../tokens/code-units.ts'
import { firstWordKind, isSpaceAt, isWordAt, Kind, kindAt, kindOf } from '../character-kind.ts'
import type { Entity, EntityKind } from '../entity.ts'
import { weekdays } from '../vocabulary/calendar.ts'
import { bareFileNames } from '../vocabulary/file-names.ts'
import { wordSet } from '../vocabulary/word-set.ts'
import { termRunEnd, termsOfRun } from './east-asian-terms.ts'
import { NameRun } from './name-run.ts'
import { dateFromMonth, digitCount, numberInContext } from './number-context.ts'
import { opensQuote, QuoteFinder } from './quoted.ts'
import { signStart } from './sign-start.ts'
import { readToken, type Token } from './token.ts'
import { tokenKind } from './token-kind.ts'
import {
  afterJoiners,
  endsPlainly,
  isAmongEastAsian,
  isCall,
  isEscape,
  isFolder,
} from './token-surroundings.ts'

/** A longer token names nothing that anyone would look for: encoded data, an endless path. */
const maxTokenLength = 1024

/** At which a token falls apart, first and then once more. */
const separators: readonly Uint8Array[] = [
  codeUnitSet(':/@#,+', 0x10000),
  codeUnitSet(".-_'’:/@#,+", 0x10000),
]

/** Signs that may open an entity: quotes, a line break spelled out, and what `signStart` knows. */
const openers = codeUnitSet('"\'`“„«»‘‚「『《〈【\\#@/~.-:$€£¥', 0x10000)

const emptyToken = (): Token => ({ start: 0, end: 0, traits: 0, uppers: 0 })

interface ScannedEntities {
  readonly found: readonly Entity[]
  /** How many words the text has. */
  readonly words: number
}

export function scanEntities(text: string): ScannedEntities {
  const scan = new EntityScan(text)
  scan.run()
  return scan
}

class EntityScan {
  readonly found: Entity[] = []
  words = 0
  readonly #text: string
  readonly #units: Uint16Array
  readonly #isEastAsian: boolean
  readonly #names: NameRun
  readonly #quotes: QuoteFinder
  readonly #token = emptyToken()
  readonly #parts: readonly Token[] = [emptyToken(), emptyToken()]

  constructor(text: string) {
    this.#text = text
    this.#units = codeUnits(text)
    this.#isEastAsian = /[\u3041-\u9fff]/.test(text)
    this.#quotes = new QuoteFinder(text)
    this.#names = new NameRun(text, (kind, start, end) => this.#push(kind, start, end))
  }

  run(): void {
    const units = this.#units
    const { length } = this.#text
    for (let at = 0; at < length; ) {
      const kind = kindOf[units[at] as number] as number
      if (kind === Kind.lower) at = this.#readLower(at)
      else if (kind === Kind.space || kind === Kind.lineBreak) at += 1
      else if (kind >= firstWordKind) at = this.#readWord(at)
      else if (kind >= Kind.katakana) at = this.#readEastAsian(at)
      else if (kind === Kind.hiragana || kind === Kind.surrogate) at += 1
      else at = this.#readSign(at)
    }
    this.#names.flush()
  }

  /** The quick way through prose: a word of small letters that nothing behind it makes a part of more. */
  #readLower(at: number): number {
    const text = this.#text
    const units = this.#units
    let end = at + 1
    while (end < text.length && kindOf[units[end] as number] === Kind.lower) end += 1
    if (this.#isEastAsian || !endsPlainly(units, end, text.length)) return this.#readWord(at)
    this.words += 1
    if (isVowelless(text, units, at, end)) this.#push('abbreviation', at, end)
    return end
  }

  /** A token that begins with a letter or digit; returns where to continue. */
  #readWord(at: number): number {
    const token = this.#token
    token.start = at
    readToken(this.#text, this.#units, at, this.#text.length, token)
    return this.#readUrl(token) ?? this.#readToken(token, 0)
  }

  /** `https://…`, `C:\…` */
  #readUrl({ start, end }: Token): number | undefined {
    const text = this.#text
    if (text.charCodeAt(end) !== colon) return undefined
    const isDrive = end - start === 1 && text.charAt(end + 1) === '\\'
    if (!isDrive && !text.startsWith('://', end)) return undefined
    const last = isDrive ? windowsPathEnd(text, end) : urlEnd(text, end + 3)
    if (last > end + 3) this.#push(isDrive ? 'path' : 'url', start, last)
    return Math.max(last, end + 1)
  }

  #readToken(token: Token, level: number): number {
    const { start, end } = token
    const text = this.#text
    if (end - start > maxTokenLength) return end
    const kind = tokenKind(text, token)
    switch (kind) {
      case 'word':
        return this.#readPlainWord(start, end)
      case 'capitalized': {
        this.words += 1
        const word = text.slice(start, end).toLowerCase()
        const dateEnd = weekdays.has(word) ? end : dateFromMonth(text, word, end)
        if (dateEnd !== undefined) return this.#push('date', start, dateEnd)
        if (bareFileNames.has(text.slice(start, end))) return this.#push('file', start, end)
        if (isCall(text, end)) return this.#push('identifier', start, end)
        this.#names.add(start, end, word)
        return end
      }
      case 'acronym':
        this.words += 1
        this.#names.add(start, end, undefined)
        return end
      case 'figure':
        return this.#readFigure(start, end)
      case 'split':
        return this.#readParts(start, end, level)
      case 'url':
        return this.#push('url', start, urlEnd(text, end))
      default:
        return this.#push(kind, start, kind === 'path' && text.charAt(end) === '/' ? end + 1 : end)
    }
  }

  #readPlainWord(start: number, end: number): number {
    const text = this.#text
    this.words += 1
    if (end - start >= 2 && isFolder(text, end)) return this.#push('path', start, end + 1)
    if (end - start >= 3 && isCall(text, end)) return this.#push('identifier', start, end)
    if (isVowelless(text, this.#units, start, end)) return this.#push('abbreviation', start, end)
    if (this.#isEastAsian && end - start >= 2 && isAmongEastAsian(text, start, end))
      return this.#push('term', start, end)
    return end
  }

  #readFigure(start: number, end: number): number {
    const reading = numberInContext(this.#text, start, end)
    if (reading !== undefined) return this.#push(reading.kind, start, reading.end)
    return digitCount(this.#text, start, end) >= 3 ? this.#push('number', start, end) : end
  }

  #readParts(start: number, end: number, level: number): number {
    const part = this.#parts[level]
    if (part === undefined) return end
    const isSeparator = separators[level] as Uint8Array
    // An address reaches beyond its part.
    let read = start
    for (let from = start, at = start; at <= end; at += 1) {
      if (at < end && isSeparator[this.#units[at] as number] === 0) continue
      if (at > from && from >= read && isWordAt(this.#text, from)) {
        part.start = from
        readToken(this.#text, this.#units, from, at, part)
        read = this.#readToken(part, level + 1)
      }
      from = at + 1
    }
    return Math.max(end, read)
  }

  #readEastAsian(at: number): number {
    const end = termRunEnd(this.#text, at)
    for (const term of termsOfRun(this.#text, at, end)) this.#push('term', term.start, term.end)
    return end
  }

  #readSign(at: number): number {
    const text = this.#text
    if (openers[this.#units[at] as number] === 0) return at + 1
    if (opensQuote(text, at)) {
      const quoted = this.#quotes.at(at)
      if (quoted === undefined) return at + 1
      const isCode = text.charAt(at) === '`' && !text.slice(quoted.start, quoted.end).includes(' ')
      this.#push(isCode ? 'identifier' : 'quoted', quoted.start, quoted.end)
      return at + 1
    }
    if (isEscape(text, at)) return at + 2
    const sign = isWordAt(text, at - 1) ? undefined : signStart(text, at)
    if (sign === undefined) return at + 1
    const token = this.#token
    token.start = at
    readToken(text, this.#units, sign.first, text.length, token)
    token.traits |= sign.traits
    if (token.end <= sign.first) return afterJoiners(text, at + 1)
    if (token.end - at > maxTokenLength) return token.end
    if (sign.means === 'money')
      return this.#push('quantity', at, numberInContext(text, sign.first, token.end)?.end ?? token.end)
    return sign.means === undefined ? this.#readToken(token, 0) : this.#push(sign.means, at, token.end)
  }

  /** Notes an entity and returns where it ends. A quoted word is one entity, the more specific of the two. */
  #push(kind: EntityKind, start: number, end: number): number {
    this.#names.flush()
    const entity = { kind, text: this.#text.slice(start, end), start }
    const last = this.found.at(-1)
    if (last === undefined || last.start !== start || last.text.length !== end - start)
      this.found.push(entity)
    else if (kind !== 'name' && kind !== 'abbreviation' && kind !== 'term')
      this.found[this.found.length - 1] = entity
    return end
  }
}

const colon = 0x3a

const consonants = codeUnitSet('bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ', 0x10000)

/** Sounds, and short forms of words of grammar. */
const common: ReadonlySet<string> = wordSet(
  'hmm hmmm mhm pfft psst brr shh tsk nth bzw ggf vgl bspw btw thx pls tbh mrs vfx',
)

const minLength = 3
const maxLength = 8

/** `units` are the code units of the text. */
function isVowelless(text: string, units: Uint16Array, start: number, end: number): boolean {
  if (end - start < minLength || end - start > maxLength) return false
  for (let at = start; at < end; at += 1) if (consonants[units[at] as number] === 0) return false
  const word = text.slice(start, end).toLowerCase()
  return !common.has(word) && word !== word.charAt(0).repeat(word.length)
}

const outside = new Set('<>"`|\\^{}«»“”„‘’…，。、；：！？（）《》「」『』【】')
const trailing = new Set(".,;:!?'*_~)]")

/** How far an address of the web or a path of Windows reaches: to white space, or a sign that does not belong to it. */
function urlEnd(text: string, start: number): number {
  let end = start
  let opened = 0
  let closed = 0
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end)
    if (kind === Kind.space || kind === Kind.lineBreak || (kind >= Kind.surrogate && kind <= Kind.han)) break
    const character = text.charAt(end)
    if (outside.has(character)) break
    if (character === '(') opened += 1
    if (character === ')') closed += 1
  }
  for (; end > start && trailing.has(text.charAt(end - 1)); end -= 1) {
    if (text.charAt(end - 1) !== ')') continue
    // `…/wiki/Rust_(language)` keeps its own bracket.
    if (closed <= opened) break
    closed -= 1
  }
  return end
}

const outsideWindowsPath = new Set('"\'`<>|*?,;')

/** `C:\\Users\\jan`, from its colon on. */
function windowsPathEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && !isSpaceAt(text, end) && !outsideWindowsPath.has(text.charAt(end))) end += 1
  while (end > at && kindAt(text, end - 1) === Kind.joiner) end -= 1
  return end
}
