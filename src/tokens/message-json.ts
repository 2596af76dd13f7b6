/** Messages as JSON that restores what plain JSON would lose: bytes, dates and URLs. */
import { FoveaError } from '../errors.ts'
import { isRecord } from './json-value.ts'

/** How a value that JSON lacks is written: `{"fovea:bytes":"AQID"}`. */
interface Kind {
  readonly key: string
  is(value: object): boolean
  /** Whether `write` returned it, and not another program. */
  isWritten(written: unknown): boolean
  write(value: never): unknown
  read(written: never): unknown
}

const prefix = 'fovea:'

const kinds: readonly Kind[] = [
  {
    key: `${prefix}buffer`,
    is: value => Buffer.isBuffer(value),
    isWritten: isText,
    write: (value: Buffer) => value.toString('base64'),
    read: (text: string) => Buffer.from(text, 'base64'),
  },
  {
    key: `${prefix}bytes`,
    is: value => tagOf(value) === '[object Uint8Array]',
    isWritten: isText,
    write: (value: Uint8Array) =>
      Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
    read: (text: string) => Uint8Array.from(Buffer.from(text, 'base64')),
  },
  {
    key: `${prefix}array-buffer`,
    is: value => tagOf(value) === '[object ArrayBuffer]',
    isWritten: isText,
    write: (value: ArrayBuffer) => Buffer.from(value).toString('base64'),
    read: (text: string) => Uint8Array.from(Buffer.from(text, 'base64')).buffer,
  },
  {
    key: `${prefix}date`,
    is: value => tagOf(value) === '[object Date]',
    isWritten: written => written === null || typeof written === 'number',
    // An invalid date has no number.
    write: (value: Date) => (Number.isNaN(value.getTime()) ? null : value.getTime()),
    read: (time: number | null) => new Date(time ?? Number.NaN),
  },
  {
    key: `${prefix}url`,
    is: value => value instanceof URL,
    isWritten: written => isText(written) && URL.canParse(written),
    write: (value: URL) => value.href,
    read: (text: string) => new URL(text),
  },
  {
    // An object with one of our keys, so that it is not mistaken for a special value.
    key: `${prefix}entries`,
    is: hasOwnKind,
    isWritten: written => Array.isArray(written) && written.every(entry => Array.isArray(entry)),
    write: (value: object) => Object.entries(value),
    read: (entries: [string, unknown][]) => Object.fromEntries(entries),
  },
]

/** Exactly `JSON.stringify` where that loses nothing. */
export function messageJson(value: unknown): string {
  try {
    return (needsKinds(value) ? JSON.stringify(value, written) : JSON.stringify(value)) ?? 'null'
  } catch (cause) {
    throw notJson(cause)
  }
}

/** A `BigInt`, an object that contains itself, or nesting that exhausts the stack. */
function notJson(cause: unknown): FoveaError {
  const [why] = String(cause).split('\n')
  const message =
    cause instanceof RangeError
      ? 'The messages are nested too deeply, or are too large, to be stored.'
      : `The messages cannot be stored, since JSON.stringify cannot write them (${why}).`
  return new FoveaError('unknown-format', message, { cause })
}

/** The value that `messageJson` was given. Throws where the text is not JSON. */
export function parseMessageJson(text: string): unknown {
  return text.includes(`"${prefix}`) ? JSON.parse(text, (_key, value) => read(value)) : JSON.parse(text)
}

/** Walks with a list instead of recursion, and into each object once. */
function needsKinds(root: unknown): boolean {
  const seen = new Set<unknown>()
  const pending: unknown[] = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    if (kindOf(value) !== undefined) return true
    seen.add(value)
    for (const part of Array.isArray(value) ? value : Object.values(value))
      if (typeof part === 'object' && part !== null) pending.push(part)
  }
  return false
}

function kindOf(value: object): Kind | undefined {
  if (Array.isArray(value)) return undefined
  const isPlain = Object.getPrototypeOf(value) === Object.prototype
  // Nearly all objects of a message.
  return isPlain && !hasOwnKind(value) ? undefined : kinds.find(({ is }) => is(value))
}

/** Also works for objects of another realm, such as a test runner's. */
function tagOf(value: object): string {
  return Object.prototype.toString.call(value)
}

function hasOwnKind(value: object): boolean {
  for (const key in value) if (key.startsWith(prefix)) return true
  return false
}

function written(this: unknown, key: string, value: unknown): unknown {
  // `value` is already the result of `toJSON`.
  const held = (this as Readonly<Record<string, unknown>>)[key]
  if (typeof held !== 'object' || held === null) return value
  const kind = kindOf(held)
  return kind === undefined ? value : { [kind.key]: kind.write(held as never) }
}

function read(value: unknown): unknown {
  if (!isRecord(value)) return value
  const [key, ...others] = Object.keys(value)
  if (key === undefined || others.length > 0) return value
  const kind = kinds.find(each => each.key === key)
  return kind?.isWritten(value[key]) === true ? kind.read(value[key] as never) : value
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
