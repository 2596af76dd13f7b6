/** Recognises what replaces something else in a view. A marker is a claim: only a store can say that it resolves. */
import { remembered } from '../tokens/remembered.ts'

/** The forms in which a marker names its original: `…, stored: db_3f9a2c71d04b]`, `[Full output: db_3f9a2c71d04b]`. */
const storedPattern = /(?:\bstored|\[Full (?:output|results|conversation)): (db_[0-9a-f]{12,64})\]/g

/** The handles that the markers in a text name, in order. */
export function handlesIn(text: string): string[] {
  return text.includes(': db_') ? Array.from(text.matchAll(storedPattern), match => match[1] as string) : []
}

const summaryStart =
  /^\[(?:summary(?:#cce_sum_[0-9a-z]+)?: |cce:dup of |cce:near-dup of |cce:superseded by |truncated — )/
/** A line of its own among code that was kept. */
const summaryLine = /^\[summary(?:#cce_sum_[0-9a-z]+)?: .*\]$/m
const fenceLine = /^ {0,3}(?:```|~~~)/m

const summaryIdPattern = /\[summary#(cce_sum_[0-9a-z]{1,40}): /g

/** The names that the summaries in a text have, in order. */
export function summaryIdsIn(text: string): string[] {
  return text.includes('[summary#')
    ? Array.from(text.matchAll(summaryIdPattern), match => match[1] as string)
    : []
}

/** No text of ours with this beginning is longer; other notes may be. */
const maxSummaryLength = 2000

/** Whether a text reads like a view of ours, in whole. Somebody's text that merely begins like one does not. */
export function isMarked(text: string): boolean {
  if (text.startsWith('[') && spanMarkerIn(text) !== undefined) return true
  if (text.startsWith('[Same as ') && changePattern.test(text)) return true
  if (isSummary(text)) return true
  if (text.includes('[summary') && fenceLine.test(text) && summaryLine.test(text)) return true
  return handlesIn(text).length > 0
}

function isSummary(text: string): boolean {
  return (
    text.startsWith('[') && text.endsWith(']') && text.length <= maxSummaryLength && summaryStart.test(text)
  )
}

/** The text with its handle, which distinguishes it from others that read the same: in its last summary, else on a line of its own. */
export function withHandle(text: string, handle: string): string {
  const at = isSummary(text) ? text.length - 1 : lastSummaryEnd(text)
  return at === undefined
    ? `${text.trimEnd()}\n[stored: ${handle}]`
    : `${text.slice(0, at)}; stored: ${handle}${text.slice(at)}`
}

/** The position of the closing bracket of the last summary line. */
function lastSummaryEnd(text: string): number | undefined {
  const start = text.lastIndexOf('\n[summary') + 1
  if (start === 0) return undefined
  const end = text.indexOf('\n', start)
  const line = text.slice(start, end < 0 ? text.length : end)
  return summaryLine.test(line) ? start + line.length - 1 : undefined
}

const referencePattern = /^\[cce:(?:dup of|near-dup of|superseded by) (.{1,200}?)(?: \(\w+\))? — /
/** `[Same as toolu_01 above, but for the changes below, stored: db_3f9a2c71d04b]` */
const changePattern =
  /^\[Same as (?:lines \d{1,9}-\d{1,9} of )?(.{1,200}?) above, (?:unchanged|but for the changes below)[,\]]/

/** Which text a line of an earlier round gave way to: the name of a message, of a call, or a handle. */
export function referenceIn(text: string): string | undefined {
  if (text.startsWith('[Same as ')) return changePattern.exec(text)?.[1]
  return text.startsWith('[cce:') ? referencePattern.exec(text)?.[1] : undefined
}

/** In which form a message summarizes the messages that it replaces. */
export type SpanForm = 'line' | 'ledger' | 'summary' | 'state-line' | 'digest'

/** The forms that a first line identifies. The strategy `opaque` writes a single line. */
const headings: Readonly<Record<string, SpanForm>> = { Earlier: 'line', Ledger: 'ledger', Summary: 'summary' }

export interface SpanMark {
  readonly messages: number
  readonly tokens: number
  readonly hash: string
  /** Absent where the view shall name none: a few digits of the hash distinguish it from others that read the same. */
  readonly handle?: string | undefined
  /** The handle of the index from message numbers to messages. */
  readonly index?: string | undefined
  /** It follows another in the same view, whose first line says how to read both. */
  readonly isFurther?: boolean | undefined
  /** The handle of the stored ledger, which maps its numbers to messages. */
  readonly ledger?: string | undefined
}

/** `[Ledger: 130 messages, 52000 tokens, stored: db_3f9a2c71d04b]` */
export function spanHead(form: 'line' | 'ledger' | 'summary', mark: SpanMark): string {
  const heading = Object.keys(headings).find(name => headings[name] === form)
  const messages = `${mark.messages} ${mark.messages === 1 ? 'message' : 'messages'}`
  const numbers = mark.ledger === undefined ? '' : `${mark.ledger}#n is message n, `
  return `[${heading}: ${messages}, ${mark.tokens} tokens, ${numbers}${nameOf(mark)}]`
}

/** Ends the text that replaces earlier messages in a message that holds others too; the hash distinguishes one such message from another. */
export function spanEnd(hash: string): string {
  return `[End of earlier messages, ${hash.slice(0, 8)}]`
}

/** The longest that it is in tokens, with what is around it. */
export const maxSpanEnd: string = `\n${spanEnd('a1b2c3d4')}\n\n`

/** `[M:130|S:fix-login|F:~src/auth.ts, stored: db_3f9a2c71d04b]` */
export function oneLineSpan(fields: readonly string[], mark: SpanMark): string {
  return `[${[`M:${mark.messages}`, ...fields].join('|')}, ${nameOf(mark)}]`
}

/** `[Condensed: 130 earlier messages, 52000 tokens; "…" marks what is left out; db_81c0e2b7aa10#n is message n, stored: db_3f9a2c71d04b]` */
export function digestHead(mark: SpanMark): string {
  const numbers = mark.index === undefined ? '' : `${mark.index}#n is message n, `
  const legend = mark.isFurther === true ? '' : `"…" marks what is left out; ${numbers}`
  const noun = mark.messages === 1 ? 'message' : 'messages'
  return `[Condensed: ${mark.messages} earlier ${noun}, ${mark.tokens} tokens; ${legend}${nameOf(mark)}]`
}

function nameOf({ handle, hash }: SpanMark): string {
  return handle === undefined ? hash.slice(0, 8) : `stored: ${handle}`
}

const name = '(?:stored: db_[0-9a-f]{12,64}|[0-9a-f]{8})\\]'
const headPattern = new RegExp(
  `^\\[(Earlier|Ledger|Summary): (\\d{1,9}) messages?, (\\d{1,12}) tokens, (?:[\\w./ -]{0,61}db_[0-9a-f]{12,64}#n is message n, )?${name}`,
)
const oneLinePattern = new RegExp(`^\\[M:(\\d{1,9})\\|[^\\]\\n]{0,20000}, ${name}`)
const digestPattern = /^\[Condensed: (\d{1,9}) earlier messages?, (\d{1,12}) tokens; /

export interface SpanMarker {
  readonly form: SpanForm
  readonly messages: number
  /** Absent where the text does not say. */
  readonly tokens?: number
}

/** In which form a text replaces how many messages; `undefined` where it replaces none. */
export function spanMarkerIn(text: string): SpanMarker | undefined {
  if (!text.startsWith('[')) return undefined
  const head = headPattern.exec(text)
  if (head !== null)
    return {
      form: headings[head[1] as string] as SpanForm,
      messages: Number(head[2]),
      tokens: Number(head[3]),
    }
  const oneLine = oneLinePattern.exec(text)
  if (oneLine !== null) return { form: 'state-line', messages: Number(oneLine[1]) }
  const digest = digestPattern.exec(text)
  return digest === null
    ? undefined
    : { form: 'digest', messages: Number(digest[1]), tokens: Number(digest[2]) }
}

const spanEndStart = '\n[End of earlier messages, '
const spanEndPattern = /^\n\[End of earlier messages, [0-9a-f]{8}\](?=\n\n|$)/
/** No first line of ours is longer, but for a line of state. */
const maxHeadLength = 20_100

/** A part of a text that replaces earlier messages, or that is next to such a part. */
interface SpanPiece {
  /** Without its end line. */
  readonly text: string
  /** Set where it replaces earlier messages. */
  readonly mark?: SpanMarker
  /** It has an end line, as in a message that holds other words too. */
  readonly isEnded: boolean
}

/** The text in pieces, in order. A piece that replaces messages begins a paragraph, and ends with its end line or the text. */
export const spanPieces: (text: string) => readonly SpanPiece[] = remembered(readSpanPieces)

function readSpanPieces(text: string): readonly SpanPiece[] {
  const pieces: SpanPiece[] = []
  const addWords = (from: number, to: number): void => {
    const words = text.slice(from, to)
    if (words.trim() !== '') pieces.push({ text: words, isEnded: false })
  }
  let from = 0
  for (let at = 0; at >= 0 && at < text.length; ) {
    const mark = text[at] === '[' ? spanMarkerIn(text.slice(at, at + maxHeadLength)) : undefined
    if (mark !== undefined) {
      addWords(from, at)
      const end = spanEndAfter(text, at)
      pieces.push({ text: text.slice(at, end?.start), mark, isEnded: end !== undefined })
      from = end?.end ?? text.length
    }
    const next = text.indexOf('\n\n[', Math.max(at, from))
    at = next < 0 ? -1 : next + 2
  }
  addWords(from, text.length)
  return pieces
}

/** The next end line with its line break: it ends a paragraph. Those of one message differ where it was joined twice. */
function spanEndAfter(text: string, from: number): { start: number; end: number } | undefined {
  for (let at = from; ; at += 1) {
    at = text.indexOf(spanEndStart, at)
    if (at < 0) return undefined
    // With what has to follow it.
    const line = spanEndPattern.exec(text.slice(at, at + spanEndStart.length + 11))?.[0]
    if (line !== undefined) return { start: at, end: at + line.length }
  }
}

/** Whether a line ends the text that replaces earlier messages: it has no speaker. */
export function isSpanEnd(line: string): boolean {
  return spanEndPattern.test(`\n${line.trim()}`)
}
