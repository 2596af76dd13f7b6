/** Identifies messages by their content, without the marks that only control a provider's cache. */
import type { Format } from '../formats/format.ts'
import { hashBytes, hashText } from '../tokens/hash.ts'
import { declareImmutable } from '../tokens/immutable.ts'
import { isRecord, type RawRecord } from '../tokens/json-value.ts'

export interface Identified {
  /** The hash of each message. */
  readonly hashes: readonly string[]
  /** `chain[n]` represents the first n messages. */
  readonly chain: readonly string[]
  /**
   * The message without marks, in a copy that no caller can change: the same object for every request with an equal message, so
   * that its texts are the same strings and are looked up quickly.
   */
  plainAt(index: number): unknown
}

/** A message as it was when it came. */
interface KnownMessage {
  /** `undefined` if it cannot be compared. */
  readonly outline: Outline | undefined
  readonly hash: string
  plain?: unknown
}

export type Outline = readonly unknown[]

interface Identifier {
  /** How many of the first messages equal those of the previous request. */
  sharedLength(messages: readonly unknown[]): number
  /** `shared`: their `sharedLength`, if known. */
  identify(messages: readonly unknown[], format: Format, shared?: number): Identified
}

/** Identifies one history after another: an unchanged message is not hashed again. */
export function identifier(): Identifier {
  let known: readonly KnownMessage[] = []
  /** The outlines of all known messages in a row: each step follows them from the first on. */
  let outlines: unknown[] = []
  let hashes: readonly string[] = []
  let chain: readonly string[] = ['']
  const sharedLength = (messages: readonly unknown[]): number => {
    const maxSame = Math.min(messages.length, known.length)
    let same = 0
    // Compared each time: a client may have changed a message in place.
    for (let at = 0; same < maxSame; same += 1) {
      at = follow(messages[same], outlines, at, maxDepth)
      if (at < 0) break
    }
    return same
  }
  return {
    sharedLength,
    identify(messages, format, shared = sharedLength(messages)) {
      const now = known.slice(0, shared)
      const nextHashes = hashes.slice(0, shared)
      const nextChain = chain.slice(0, shared + 1)
      let isSame = true
      for (let index = shared; index < messages.length; index += 1) {
        const message = messages[index]
        const before = known[index]
        const isKnown = before !== undefined && hasOutline(message, before.outline)
        const next = isKnown ? before : { outline: outlineOf(message), hash: hashOf(message, format) }
        isSame &&= next.hash === before?.hash
        now.push(next)
        nextHashes.push(next.hash)
        nextChain.push(isSame ? (chain[index + 1] as string) : hashText(`${nextChain[index]}${next.hash}`))
      }
      const isLonger = shared === known.length
      if (!isLonger) outlines = []
      for (const { outline = incomparable } of isLonger ? now.slice(shared) : now)
        for (const part of outline) outlines.push(part)
      known = now
      hashes = nextHashes
      chain = nextChain
      return { hashes, chain, plainAt: index => plainOf(now[index] as KnownMessage, messages[index]) }
    },
  }
}

function plainOf(known: KnownMessage, message: unknown): unknown {
  const { outline } = known
  if (outline === undefined) return withoutCacheMarks(message)
  if (known.plain === undefined) {
    const copy = fromOutline(outline)
    // The keys of a message are in its outline, so it is not serialized to search for them.
    const mayBeMarked = cacheMarks.some(key => outline.includes(key))
    known.plain = mayBeMarked ? withoutCacheMarks(copy) : copy
    declareImmutable(known.plain)
  }
  return known.plain
}

/** The same message, with the same strings, where it is plain data: no caller can change the copy. */
export function immutableCopy(message: unknown): unknown {
  const outline = outlineOf(message)
  if (outline === undefined) return message
  const copy = fromOutline(outline)
  declareImmutable(copy)
  return copy
}

function hashOf(message: unknown, { holdsBytes: mayHoldBytes }: Format): string {
  const holdsBytes = mayHoldBytes === true
  const json = jsonOf(message, holdsBytes)
  const plain = isMarked(json) ? withoutCacheMarks(message) : message
  const unlisted = withoutList(plain)
  return hashText(unlisted === message ? json : jsonOf(unlisted, holdsBytes))
}

/** A text becomes a list of one part when a mark is added, and a text again when the mark moves on. */
function withoutList(message: unknown): unknown {
  if (!isRecord(message) || !Array.isArray(message.content) || message.content.length !== 1) return message
  const part: unknown = message.content[0]
  const isText = isRecord(part) && part.type === 'text' && typeof part.text === 'string'
  return isText && Object.keys(part).length === 2 ? { ...message, content: part.text } : message
}

/** A byte array is written as its hash: as JSON, each byte would be a number. */
function jsonOf(message: unknown, holdsBytes: boolean): string {
  return (holdsBytes ? JSON.stringify(message, bytesByHash) : JSON.stringify(message)) ?? ''
}

function bytesByHash(this: unknown, key: string, value: unknown): unknown {
  // `value` is already the result of `toJSON`.
  const held = (this as Readonly<Record<string, unknown>>)[key]
  return held instanceof Uint8Array ? hashBytes(held) : value
}

const cacheMarks = ['cache_control', 'cacheControl'] as const

/** Within a text these quotes would be escaped. */
function isMarked(json: string): boolean {
  return cacheMarks.some(key => json.includes(`"${key}"`))
}

/** Clients move these marks with every request. Returns the same message if it has none. */
export function withoutCacheMarks(message: unknown): unknown {
  return isRecord(message) && hasMarks(message) ? unmarked(message, 2) : message
}

function hasMarks(message: RawRecord): boolean {
  return isMarked(jsonOf(message, true))
}

/** Searches the message, its parts and their parts; never the arguments of a call. */
function unmarked(value: RawRecord, depth: number): RawRecord {
  const kept = Object.entries(value).flatMap(([key, held]): [string, unknown][] => {
    if (key === 'cache_control') return []
    if (key === 'providerOptions' && isRecord(held)) return optionsWithout(key, held)
    if (key === 'content' && Array.isArray(held) && depth > 0)
      return [[key, held.map(part => (isRecord(part) ? unmarked(part, depth - 1) : part))]]
    return [[key, held]]
  })
  return Object.fromEntries(kept)
}

/** `{ anthropic: { cacheControl: … } }` */
function optionsWithout(key: string, options: RawRecord): [string, unknown][] {
  const kept = Object.entries(options).flatMap(([provider, held]): [string, unknown][] => {
    if (!isRecord(held)) return [[provider, held]]
    const { cacheControl: _, cache_control: __, ...rest } = held
    return Object.keys(rest).length === 0 ? [] : [[provider, rest]]
  })
  return kept.length === 0 ? [] : [[key, Object.fromEntries(kept)]]
}

/**
 * The keys and values of a message in order, as a flat list. Strings are kept by reference, so that a comparison costs almost
 * nothing. `undefined` for anything but plain data, whose contents cannot be compared.
 */
export function outlineOf(message: unknown): Outline | undefined {
  const outline: unknown[] = []
  return appendOutline(message, outline, maxDepth) ? outline : undefined
}

/** Whether the message has this outline, compared without making another one. */
export function hasOutline(message: unknown, outline: Outline | undefined): boolean {
  return outline !== undefined && follow(message, outline, 0, maxDepth) === outline.length
}

/** The position in the outline after the value at `at`; -1 if the values differ. */
function follow(value: unknown, outline: Outline, at: number, depth: number): number {
  if (typeof value !== 'object' || value === null)
    return outline[at] === value && typeof value !== 'function' ? at + 1 : -1
  if (depth === 0) return -1
  let next = at + 2
  if (Array.isArray(value)) {
    if (outline[at] !== list || outline[at + 1] !== value.length) return -1
    for (let index = 0; index < value.length && next >= 0; index += 1)
      next = follow(value[index], outline, next, depth - 1)
    return next
  }
  // An object with a `toJSON` has no outline, so this key never matches.
  if (outline[at] !== fields || !hasPlainPrototype(value)) return -1
  let left = outline[at + 1] as number
  // No list of its keys is made.
  for (const key in value) {
    left -= 1
    if (outline[next] !== key || left < 0) return -1
    const held = (value as Readonly<Record<string, unknown>>)[key]
    // Most values are texts.
    if (typeof held === 'string') {
      if (outline[next + 1] !== held) return -1
      next += 2
      continue
    }
    next = follow(held, outline, next + 1, depth - 1)
    if (next < 0) return -1
  }
  return left === 0 ? next : -1
}

function isPlain(value: object): boolean {
  return hasPlainPrototype(value) && !('toJSON' in value)
}

function hasPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** No provider's message is nested this deeply. */
const maxDepth = 64
const list = Symbol('list')
const fields = Symbol('fields')
/** In place of the outline of a message that has none. */
const incomparable: Outline = [Symbol('incomparable')]

function appendOutline(value: unknown, outline: unknown[], depth: number): boolean {
  if (typeof value !== 'object' || value === null) {
    outline.push(value)
    return typeof value !== 'function'
  }
  if (depth === 0) return false
  if (Array.isArray(value)) {
    outline.push(list, value.length)
    for (const item of value) if (!appendOutline(item, outline, depth - 1)) return false
    return true
  }
  if (!isPlain(value)) return false
  const keys = Object.keys(value)
  outline.push(fields, keys.length)
  for (const key of keys) {
    outline.push(key)
    if (!appendOutline((value as Readonly<Record<string, unknown>>)[key], outline, depth - 1)) return false
  }
  return true
}

/** Rebuilds the message of an outline: a copy with the same strings. */
export function fromOutline(outline: Outline): unknown {
  let next = 0
  return read()

  function read(): unknown {
    const value = outline[next]
    next += 1
    if (value !== list && value !== fields) return value
    const length = outline[next] as number
    next += 1
    if (value === list) return Array.from({ length }, read)
    // A `__proto__` among the keys is a key like any other.
    return Object.fromEntries(Array.from({ length }, () => [outline[next++] as string, read()] as const))
  }
}
