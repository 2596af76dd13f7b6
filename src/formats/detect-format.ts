/** Detects the format of messages, or of a whole request body. */
import { FoveaError } from '../errors.ts'
import type { FormatName } from '../types.ts'
import type { Format } from './format.ts'
import { formatNamed, formats, formatTitles } from './index.ts'
import { isPlainObject } from './located-text.ts'
import { describeValue, isRecord, jsonText, listOf, type RawRecord } from './raw-value.ts'

/** Throws `mixed-formats` or `unknown-format`, which names the first message that does not fit. */
export function detectFormat(messages: readonly unknown[]): Format {
  return detect(messages).format
}

/** The format that the caller named, checked against every message; else the detected one. */
export function formatOf(messages: readonly unknown[], name?: FormatName): Format {
  return detect(messages, name).format
}

/** The same with the evidence, for a list that will grow. `before`: of the same list when it was shorter. */
export function detect(messages: readonly unknown[], name?: FormatName, before?: Detection): Detection {
  if (!Array.isArray(messages))
    throw new FoveaError(
      'unknown-format',
      `The messages are ${describeValue(messages)}, not a list. A whole request body goes to compressRequest.`,
    )
  return detectAmong(name === undefined ? formats : [formatNamed(name)], messages, before)
}

/** How well the first messages of a list fit each possible format. */
export interface Detection {
  readonly format: Format
  readonly trials: readonly Trial[]
  readonly length: number
}

export interface DetectedRequest {
  readonly format: Format
  readonly detection: Detection
  /** One message where the body has a string or a single message instead of a list. */
  readonly messages: readonly unknown[]
}

/** By the keys of the body; if they are ambiguous, by its messages. Throws as `detectFormat` does. */
export function detectRequest(body: unknown, name?: FormatName, before?: BeforeOf): DetectedRequest {
  if (!isRecord(body)) throw notARequest(`it is ${describeValue(body)}, not an object`)
  const likely = name === undefined ? likelyFormats(body) : [formatNamed(name)]
  const key = likely[0]?.request.messages ?? 'messages'
  const messages = key === 'messages' ? body[key] : listOfOne(body[key], likely[0])
  if (!Array.isArray(messages)) throw notARequest(`its "${key}" is ${describeValue(messages)}, not a list`)
  const detection = detectAmong(likely, messages, before?.(messages))
  return { format: detection.format, messages, detection }
}

/** OpenAI Responses accepts `input: 'Hello'`; Gemini also accepts `contents: { parts: […] }`. */
function listOfOne(messages: unknown, format?: Format): unknown {
  if (isRecord(messages)) return [messages]
  if (typeof messages !== 'string') return messages
  return format?.create([
    { role: 'user', blocks: [{ type: 'text', text: messages, path: [], media: 'text' }] },
  ])
}

/** What was detected for a list when it was shorter, if known. */
export type BeforeOf = (messages: readonly unknown[]) => Detection | undefined

function notARequest(why: string): FoveaError {
  return new FoveaError(
    'unknown-format',
    `Cannot read the request body: ${why}. A body keeps its messages in ${messageKeys()}.`,
  )
}

/** Formats that keep their messages under the same key, the most likely first. */
function likelyFormats(body: RawRecord): readonly Format[] {
  const key = formats.find(({ request }) => Object.hasOwn(body, request.messages))?.request.messages
  const possible = formats.filter(({ request }) => request.messages === (key ?? 'messages'))
  const likeliest =
    possible.find(({ request }) => request.isOwn?.(body) === true) ??
    possible.find(({ request }) => request.isDefault === true)
  return possible.toSorted((one, other) => Number(other === likeliest) - Number(one === likeliest))
}

/** `"messages", "input" (OpenAI Responses) or "contents" (Gemini)` */
function messageKeys(): string {
  const keys = Array.from(
    Map.groupBy(formats, ({ request }) => request.messages),
    ([key, [first, ...others]]) =>
      first === undefined || others.length > 0 ? `"${key}"` : `"${key}" (${first.title})`,
  )
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(keys)
}

/** The candidate that all messages fit and that most of them identify; the earlier one if none identifies any. */
function detectAmong(
  candidates: readonly Format[],
  messages: readonly unknown[],
  before?: Detection,
): Detection {
  const trials = candidates.map(format => tryFormat(format, messages, before))
  const fitting = trials.filter(trial => trial.misfit === undefined)
  const [best] = fitting.toSorted((one, other) => other.own - one.own)
  if (best === undefined) throw misfitError(nearest(trials), messages)
  if (candidates.length > 1 && best.own === 0 && saysNothing(best.format, messages))
    throw nothingKnown(messages[0])
  for (let message = before?.length ?? 0; message < messages.length; message += 1)
    if (!saysItsJson(messages[message], best.format)) throw jsonError(message)
  return { format: best.format, trials, length: messages.length }
}

interface Trial {
  readonly format: Format
  /** How many messages only this format writes, up to the misfit. */
  readonly own: number
  readonly misfit?: { readonly message: number; readonly why: string }
}

function tryFormat(format: Format, messages: readonly unknown[], before?: Detection): Trial {
  const known = before?.trials.find(trial => trial.format === format)
  if (known?.misfit !== undefined) return known
  let own = known?.own ?? 0
  const from = known === undefined ? 0 : (before?.length ?? 0)
  for (let message = from; message < messages.length; message += 1) {
    const fit = format.detect(messages[message], formats)
    if (fit.fits === 'no') return { format, own, misfit: { message, why: fit.why } }
    if (fit.fits === 'own') own += 1
  }
  return { format, own }
}

/** Items of unknown types fit a format that passes them through, but they are not messages. */
function saysNothing(format: Format, messages: readonly unknown[]): boolean {
  let isEmpty = true
  for (const message of messages)
    for (const block of format.read([message])[0]?.blocks ?? []) {
      if (block.type !== 'opaque' || block.kind !== 'unknown') return false
      isEmpty = false
    }
  return !isEmpty
}

type Misfit = Required<Trial>

/**
 * The format that fits the most messages; among equals the one with the most evidence, and plain last, since it says least
 * about a misfit.
 */
function nearest(trials: readonly Trial[]): Misfit {
  const misfits = trials.filter((trial): trial is Misfit => trial.misfit !== undefined)
  const [first] = misfits.toSorted(
    (one, other) =>
      other.misfit.message - one.misfit.message ||
      other.own - one.own ||
      Number(one.format.name === 'plain') - Number(other.format.name === 'plain'),
  )
  if (first === undefined) throw new FoveaError('internal', 'No format to try.')
  return first
}

function misfitError({ format, own, misfit }: Misfit, messages: readonly unknown[]): FoveaError {
  const place = { message: misfit.message }
  const at = `messages[${misfit.message}]`
  const { title } = format
  const other = writerOf(messages[misfit.message], format)
  if (own > 0 && other !== undefined)
    return new FoveaError(
      'mixed-formats',
      `Mixed formats: the messages before are ${title}, but ${at} is ${other.title}: ${misfit.why}. Bring them into one format first.`,
      { place },
    )
  return new FoveaError(
    'unknown-format',
    `Cannot read ${at} as ${title}, the nearest known format: ${misfit.why}. ${adviceOrFormats(messages[misfit.message])}`,
    { place },
  )
}

function jsonError(message: number): FoveaError {
  return new FoveaError(
    'unknown-format',
    `messages[${message}] is an instance of a class whose JSON says something else. Pass plain objects, or give the class a toJSON() that writes them.`,
    { place: { message } },
  )
}

/** Another format that reads this message: preferably the only one that writes it. */
function writerOf(message: unknown, except: Format): Format | undefined {
  const others = formats.filter(format => format !== except)
  return (
    others.find(format => format.detect(message, formats).fits === 'own') ??
    others.find(format => format.detect(message, formats).fits === 'shared')
  )
}

function nothingKnown(first: unknown): FoveaError {
  return new FoveaError(
    'unknown-format',
    `Cannot read messages[0]: neither it nor any other message holds a text, a call or a result that a known format would write. ${adviceOrFormats(first)}`,
    { place: { message: 0 } },
  )
}

/** Messages of libraries that must be converted before they can be read. */
const unreadShapes: readonly { is(message: RawRecord): boolean; readonly advice: string }[] = [
  {
    // An instance, or what its `toDict` returns.
    is: ({ lc_namespace, type, data }) =>
      Array.isArray(lc_namespace) || (typeof type === 'string' && isRecord(data) && 'content' in data),
    advice: 'It is a message of LangChain: use the middleware of fovea/langchain.',
  },
  {
    is: ({ role, parts }) =>
      typeof role === 'string' && listOf(parts).some(part => isRecord(part) && typeof part.type === 'string'),
    advice: 'It is a UI message of the AI SDK: pass what its convertToModelMessages returns.',
  },
  {
    is: ({ object }) => object === 'thread.message',
    advice:
      'It is a message of an OpenAI Assistants thread: pass { role, content }, with the text.value of its content parts.',
  },
]

function adviceOrFormats(message: unknown): string {
  const shape = isRecord(message) ? unreadShapes.find(({ is }) => is(message)) : undefined
  return shape?.advice ?? `Known formats: ${formatTitles()}.`
}

/**
 * Whether the JSON of a message, which is stored, copied and sent, reads like the message itself: an instance of a class may have its
 * role in a getter, which JSON omits, or a `toJSON` that writes something else.
 */
function saysItsJson(message: unknown, format: Format): boolean {
  if (isPlainObject(message)) return true
  const json = jsonText(message)
  if (json === undefined) return true
  const copy: unknown = JSON.parse(json)
  if (format.detect(copy, [format]).fits === 'no') return false
  return jsonText(format.read([message])) === jsonText(format.read([copy]))
}
