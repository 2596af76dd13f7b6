/** The facts that every notation must keep: numbers, paths, code, quotes and negations. */
import { inlineCode } from '../../../scan/inline-spans.ts'
import { trimEndOf } from '../../../scan/trim-end-of.ts'
import { countsOf } from '../../../tokens/counts-of.ts'
import { quotedSpans } from './quoted-spans.ts'

export type NotationFactKind = 'number' | 'path' | 'code' | 'quote' | 'negation'

const number = /\d+(?:[.,:]\d+)*/g
/** Word characters joined by other signs: addresses, paths, identifiers, file names. */
const joined = /[\p{L}\p{N}](?:[/\\_@:=#-]|\.[A-Za-z])[\p{L}\p{N}_]|[/\\_@$][\p{L}\p{N}]|~\//u
const chunk = /[^\s()[\]{}<>"'`“”「」，。、；：！？*]+/g
const englishNegation =
  /\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|cannot|without|unless|except|only|forbidden|avoid|[A-Za-z]{2,8}n['’]t)\b/gi
/** 非常 (very) is not a negation. */
const eastAsianNegation = /不|没|無|无|非(?!常)|未|别|勿|否|ない|なく|なかっ|なけれ|ません|禁止|避/g

/** The number of occurrences of each fact, by kind. */
export type NotationFacts = Readonly<Record<NotationFactKind, ReadonlyMap<string, number>>>

export function factsOf(text: string): NotationFacts {
  const quotes = quotedSpans(text).map(({ start, end }) => text.slice(start, end))
  const code = inlineCode(text).map(({ start, end }) => text.slice(start, end))
  return {
    number: countsOf(found(text, number)),
    path: countsOf(
      found(text, chunk)
        .filter(one => joined.test(one))
        .map(path => trimEndOf(path, '.,;:!?')),
    ),
    code: countsOf(code.map(inOneLine)),
    quote: countsOf(quotes),
    negation: countsOf([
      ...found(text, englishNegation).map(word => word.toLowerCase().replace('’', "'")),
      ...found(text, eastAsianNegation),
    ]),
  }
}

function found(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([match]) => match)
}

/** Code that was broken over two lines equals the same code in one line. */
function inOneLine(code: string): string {
  return code.startsWith('```') ? code : code.replace(/\s+/g, ' ')
}

/** The first fact that does not occur as often as before; `undefined` if all do. */
export function firstChangedFact(before: NotationFacts, after: NotationFacts): string | undefined {
  for (const kind of kinds) {
    const [one, other] = [before[kind], after[kind]]
    for (const [fact, count] of one) if (other.get(fact) !== count) return `the ${kind} ${fact}`
    for (const fact of other.keys()) if (!one.has(fact)) return `the ${kind} ${fact}`
  }
  return undefined
}

const kinds: readonly NotationFactKind[] = ['number', 'path', 'code', 'quote', 'negation']
