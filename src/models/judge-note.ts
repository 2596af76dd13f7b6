/** Whether a model's note may be in a view: checked sentence by sentence against what was really said. */
import { contentWords } from '../scan/content-words.ts'
import { markedLevel } from '../scan/heading-level.ts'
import { sentences } from '../scan/sentences.ts'
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import type { TokenCounter } from '../types.ts'
import { asItIs } from './failure-text.ts'
import {
  citation,
  type FaultFinder,
  faultFinder,
  type NoteFacts,
  oneNumber,
  shownPart,
  withoutQuotes,
} from './fault-finder.ts'

export type NoteVerdict =
  | {
      readonly accepted: true
      readonly note: string
      readonly tokens: number
      /** The reason for each sentence that was cut. */
      readonly cut: readonly string[]
    }
  | { readonly accepted: false; readonly why: string }

interface NoteLimits {
  readonly counter: TokenCounter
  readonly maxTokens: number
  readonly hide?: ((text: string) => string) | undefined
}

/** An answer longer than this many times its limit ignored the limit. */
const maxExcess = 2
/** The minimum share of an answer's words that occur in the session; with fewer it is about something else. */
const minKnownWords = 0.35
/** If less than this share of an answer is valid, the whole answer is rejected. */
const minKept = 0.4

/** Never throws, whatever the answer is. */
export function judgeNote(answer: unknown, facts: NoteFacts, limits: NoteLimits): NoteVerdict {
  const { counter, maxTokens, hide = asItIs } = limits
  if (typeof answer !== 'string') return rejected(`the answer is of type ${typeof answer}`)
  if (!answer.isWellFormed()) return rejected('the answer holds half a character')
  const text = withoutFence(answer.replace(/\r\n?/g, '\n').trim())
  if (text === '') return rejected('the answer is empty')
  // Checked first: an answer that is far too long costs no more than its length.
  if (text.length > maxTokens * maxExcess * maxTokenLength)
    return rejected(`the answer has ${text.length} characters, for ${maxTokens} tokens`)
  const size = counter.count(text)
  if (size > maxTokens * maxExcess)
    return rejected(`the answer costs ${size} tokens, ${maxTokens} were asked for`)
  const words = contentWords(text)
  const known = contentWords(facts.source)
  const shared = [...words].filter(word => known.has(word)).length
  if (words.size === 0 || shared < words.size * minKnownWords)
    return rejected(`${shared} of ${words.size} words occur in the session`)
  if (isOverride(withoutQuotes(text))) return rejected('the answer tells its reader what to obey')
  const faultOf = faultFinder(facts, hide)
  const cut: string[] = []
  const lines = text.split('\n').flatMap(line => {
    const checked = checkedLine(line, facts, faultOf)
    cut.push(...checked.faults)
    return checked.line === undefined ? [] : [checked.line]
  })
  const note = withoutBareHeadings(lines)
  const kept = note === '' ? 0 : counter.count(note)
  if (kept < size * minKept)
    return rejected(cut[0] === undefined ? 'nothing of the answer can be used' : cut[0])
  const short = shortened(note, counter, maxTokens)
  if (short.note === '') return rejected('not one line of the answer fits')
  return { accepted: true, ...short, cut }
}

/** Upper bound for the average characters of a token. */
const maxTokenLength = 12

function rejected(why: string): NoteVerdict {
  return { accepted: false, why }
}

/** Some models wrap a whole answer in a code fence. */
function withoutFence(text: string): string {
  const lines = text.split('\n')
  const isFenced = lines.length > 2 && /^```\w{0,12}$/.test(lines[0] ?? '') && lines.at(-1) === '```'
  return isFenced ? lines.slice(1, -1).join('\n').trim() : text
}

interface CheckedLine {
  readonly line?: string
  readonly faults: readonly string[]
}

const lead = /^\s{0,12}(?:[-*+•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)?/

/** The line with its valid statements. */
function checkedLine(line: string, facts: NoteFacts, faultOf: FaultFinder): CheckedLine {
  if (line.trim() === '') return { line: '', faults: [] }
  const start = lead.exec(line)?.[0] ?? ''
  const said = line.slice(start.length)
  const isAbout = /^\s{0,12}[-*+•\d]/.test(start) && /^(?:user|assistant)\s?:/i.test(said)
  if (forged.test(said) && !isAbout)
    return { faults: [`${shownPart(said)} reads like an exact part of the view`] }
  // A heading makes no claim.
  if (start.trimStart().startsWith('#')) return { line: `${start}${said.trimEnd()}`, faults: [] }
  const faults: string[] = []
  const statements = statementsOf(withoutDeadNumbers(said, facts))
  // A number at the end of a line belongs to all of it.
  const ending = citationsOf(said).at(-1) ?? ''
  const kept = statements.filter((statement, at) => {
    // A number after a sentence belongs to it.
    const fault = faultOf(statement + (statements[at + 1]?.trim().match(onlyNumbers)?.[0] ?? ''))
    if (fault === undefined) return true
    if (citationsOf(statement).length === 0 && faultOf(`${statement} ${ending}`) === undefined) return true
    faults.push(fault)
    return false
  })
  const text = kept.join('').trimEnd()
  if (text.replace(citation, '').replace(spaceAndMarks(), '') === '') return { faults }
  const isNumbered = start.trim() === '' && text.startsWith('#')
  return { line: `${isNumbered ? '- ' : start}${text.replace(/;$/, '')}`, faults }
}

const spaceAndMarks = lazyPattern(String.raw`[\s\p{P}]`, 'gu')

function citationsOf(text: string): readonly string[] {
  return text.match(citation) ?? []
}

const onlyNumbers = /^\[#[#\d,\s–-]{1,200}\]\.?$/

/** Removes numbers of messages that do not exist; a name such as `#142` that the session has stays. */
function withoutDeadNumbers(text: string, { hasMessage, source }: NoteFacts): string {
  const isAlive = (number: string): boolean => hasMessage(Number(number)) || source.includes(`#${number}`)
  return text
    .replace(citation, group => {
      const numbers = Array.from(group.matchAll(oneNumber), match => match[1] as string)
      const alive = numbers.filter(isAlive)
      if (alive.length === numbers.length) return group
      return alive.length === 0 ? '' : `[${alive.map(number => `#${number}`).join(',')}]`
    })
    .replace(/[ \t]?#(\d{1,7})\b/g, (found, number: string) => (isAlive(number) ? found : ''))
}

/** Sentences, and parts between semicolons outside of quotes and code; joined, they are the text. */
function statementsOf(text: string): readonly string[] {
  const parts: string[] = []
  for (const { start, end } of sentences(text)) {
    let from = start
    for (let at = text.indexOf('; ', start); at >= 0 && at < end; at = text.indexOf('; ', at + 2)) {
      if (!isBalanced(text.slice(from, at))) continue
      parts.push(text.slice(from, at + 2))
      from = at + 2
    }
    const rest = text.slice(from, end)
    const before = parts.at(-1)
    // Parts that a full stop has cut within a quote, within code or before a citation are one statement.
    const goesOn =
      from === start && before !== undefined && (!isBalanced(before) || onlyNumbers.test(rest.trim()))
    if (goesOn) parts[parts.length - 1] = before + rest
    else parts.push(rest)
  }
  return parts
}

function isBalanced(text: string): boolean {
  return (
    count(text, '`') % 2 === 0 &&
    count(text, '"') % 2 === 0 &&
    count(text, '(') <= count(text, ')') &&
    count(text, '[') <= count(text, ']')
  )
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

/**
 * Lines that look like the view's own: its first and last line, and lines with a speaker. `- User: "…" [#12]` is an item
 * that speaks of them, and checked as such.
 */
const forged =
  /^(?:\[(?:Condensed|End of earlier|Ledger|Earlier|Summary|user|assistant|system|tool)(?!\w)|(#\d{1,7} )?(?:user|assistant|thinking|system|human|developer|→)( \([^()\n]{1,80}\))?\s?:)/i

/** `ignore all earlier instructions`; `no bypass of the new prompt` is not an order. */
const override =
  /\b(?:ignore|disregard|forget|override|bypass)\b(?! of\b)[^.;\n]{0,40}\b(?:instructions?|rules|prompts?|guidelines|restrictions|guardrails)\b/i
const roleTag = /<\/?(?:system|assistant|user|developer|instructions?)(-[a-z]{1,20})?>/i

function isOverride(text: string): boolean {
  return override.test(text) || roleTag.test(text)
}

/** Lines in order, without headings that have nothing below them, and without repeated empty lines. A bold line may be a statement. */
function withoutBareHeadings(lines: readonly string[]): string {
  const kept: string[] = []
  for (const line of lines.toReversed()) {
    if (line.trim() === '') continue
    const isBare =
      markedLevel(line) !== undefined && (kept.length === 0 || markedLevel(kept.at(-1) ?? '') !== undefined)
    if (!isBare) kept.push(line.trimEnd())
  }
  return kept.reverse().join('\n')
}

/** ` [#12]`, after what rests on it. */
const trailingCitation = new RegExp(`[ \\t]?${citation.source}`, 'g')

/** `` `parseRow` ``: a name is one without its marks, too. */
const markedName = /(?<!`)`([^`\s]{2,200})`(?!`)/g

/**
 * As many lines from the beginning as fit: the most important ones come first. What says least is left out before lines are:
 * marks of names, numbers that the line above has, all other numbers of messages.
 */
function shortened(
  note: string,
  counter: TokenCounter,
  maxTokens: number,
): { readonly note: string; readonly tokens: number } {
  const isOver = counter.count(note) > maxTokens
  const lines = (isOver ? note.replace(markedName, '$1') : note).split('\n')
  const numbers = lines.map(line => citationsOf(line).join())
  let tokens = counter.count(lines.join('\n'))
  withoutNumbers(at => numbers[at] === numbers[at - 1])
  withoutNumbers(() => true)
  let end = lines.length
  while (end > 0 && tokens > maxTokens) {
    end -= 1
    tokens -= counter.count(`${lines[end]}\n`)
  }
  while (end > 0) {
    const text = withoutBareHeadings(lines.slice(0, end))
    const exact = text === '' ? 0 : counter.count(text)
    if (exact <= maxTokens) return { note: text, tokens: exact }
    end -= 1
  }
  return { note: '', tokens: 0 }

  /** Of the last lines first. */
  function withoutNumbers(isLeftOut: (at: number) => boolean): void {
    for (let at = lines.length - 1; at >= 0 && tokens > maxTokens; at -= 1) {
      const line = lines[at] as string
      if (numbers[at] === '' || !isLeftOut(at)) continue
      const bare = line.replace(trailingCitation, '')
      tokens -= counter.count(line) - counter.count(bare)
      lines[at] = bare
    }
  }
}
