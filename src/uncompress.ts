/** Replaces every view text by its original, over any number of rounds. */
import { FoveaError } from './errors.ts'
import { formatOf } from './formats/detect-format.ts'
import type { Edit, Format } from './formats/format.ts'
import { handlesIn, isMarked, spanMarkerIn, summaryIdsIn } from './scan/marker.ts'
import { checkNames, type NamesOf } from './settings/option-names.ts'
import { checkedSource } from './store/checked-source.ts'
import { isStore, type Store, type SyncStore } from './store/store.ts'
import { toText } from './tokens/bytes.ts'
import { handleOf } from './tokens/handle.ts'
import { parseMessageJson } from './tokens/message-json.ts'
import type { FormatName, Message, Note, OriginalMedia, OriginalsByHash } from './types.ts'
import { failureNote } from './view/compression-record.ts'
import { summaryIdOf, viewKey } from './view/provenance.ts'
import { type MessageSpan, replaceSpans } from './view/replace-spans.ts'
import { isLaterJoin, type ReplacedMessages } from './view/replaced-messages.ts'
import { runAsync, runSync, type SyncOrAsync, waitFor } from './view/sync-or-async.ts'

export interface UncompressOptions {
  /** The format of the messages. @default detected */
  readonly format?: FormatName | undefined
  /** Throw where the messages cannot be read, instead of returning them with a note. @default false */
  readonly strict?: boolean | undefined
}

/** A text whose original could not be restored; the text itself stays. */
export interface Missing {
  readonly message: number
  readonly code: string
  readonly why: string
  /** The name of the original in the text, where the source does not know the text. */
  readonly name?: string
}

export interface UncompressResult<Raw> {
  /** The same array that was passed in where nothing was replaced. */
  readonly messages: Raw[]
  /** How many texts were replaced by their originals. */
  readonly restored: number
  readonly missing: readonly Missing[]
  /** Why the messages were returned unchanged: their format is unknown, as in the receipt of `compress`. */
  readonly note?: Note
}

/** Messages that `compress` returns unread are returned unread here too. */
export async function uncompress<Raw>(
  messages: readonly Raw[],
  source: Store | OriginalsByHash,
  options: UncompressOptions = {},
): Promise<UncompressResult<Raw>> {
  return runAsync(uncompression(messages, checkedSource(source), options))
}

/** The same synchronously, from an embedded store or an `originalsByHash` map. */
export function uncompressSync<Raw>(
  messages: readonly Raw[],
  source: SyncStore | OriginalsByHash,
  options: UncompressOptions = {},
): UncompressResult<Raw> {
  return runSync(uncompression(messages, checkedSource(source), options))
}

type Found = { readonly text: string; readonly media: OriginalMedia } | Omit<Missing, 'message'>

/** Replaces the texts that it knows by their originals until none is left. */
export function* uncompression<Raw>(
  messages: readonly Raw[],
  source: Store | OriginalsByHash,
  options: UncompressOptions,
): SyncOrAsync<UncompressResult<Raw>> {
  const reading = readMessages(messages, options)
  if ('note' in reading) return { messages: messages as Raw[], restored: 0, missing: [], ...reading }
  const { format } = reading
  let { read } = reading
  let current: readonly unknown[] = messages
  let restored = 0
  const missing: Missing[] = []
  const seen = new Set<string>()
  const known = new Map<string, Found>()
  for (let pass = 1; ; pass += 1) {
    const texts = read.flatMap((message, index) =>
      message.blocks.flatMap(block => {
        if (block.type === 'opaque' || block.path === undefined) return []
        const { type, path, text } = block
        // We write them as a user's: any other text of this form is a quotation.
        const isSummary = message.role === 'user' && type === 'text' && spanMarkerIn(text) !== undefined
        return [{ message: index, path, text, isSummary, hash: viewKey(text, current[index]) }]
      }),
    )
    const unseen = [...new Set(texts.map(({ hash }) => hash))].filter(hash => !seen.has(hash))
    const found = yield* originalsOf(unseen, source)
    for (const hash of unseen) seen.add(hash)
    for (const [hash, original] of found) known.set(hash, original)
    // There are at most as many passes as texts; only originals that contain each other's texts would continue.
    if (pass > known.size + 1) return { messages: current as Raw[], restored, missing }
    const edits: Edit[] = []
    const whole = new Map<number, ReplacedMessages>()
    for (const { message, path, text, hash } of texts) {
      const original = known.get(hash)
      if (original === undefined) continue
      if (!('text' in original)) {
        if (found.has(hash)) missing.push({ message, ...original })
      } else if (original.media !== 'messages')
        edits.push({ message, path, text: original.text, media: original.media })
      else {
        const known = whole.get(message)
        const join = { text, original: original.text }
        if (known === undefined || isLaterJoin(join, known)) whole.set(message, join)
      }
    }
    // An edited text may be that of a later join, which the next pass finds.
    const edited = new Set(edits.map(({ message }) => message))
    const spans = [...whole]
      .filter(([message]) => !edited.has(message))
      .map(([message, { original }]): MessageSpan => {
        return { first: message, last: message, messages: parseMessageJson(original) as unknown[] }
      })
    // Only the given messages count: originals may quote names of others.
    if (pass === 1) {
      const unknown = texts.filter(({ message, hash }) => !known.has(hash) && !whole.has(message))
      const named = unknown.flatMap(({ message, text, isSummary }) =>
        namesIn(text, current[message]).map((name, at) => ({ message, name, isOwn: isSummary && at === 0 })),
      )
      const handles = [...new Set(named.map(({ name }) => name))].filter(isHandle)
      const answers = new Map<string, Found>()
      for (const handle of handles) answers.set(handle, yield* namedOriginal(handle, source))
      for (const { message, name, isOwn } of named) {
        const answer = answers.get(name) ?? unknownName(name)
        if (!('text' in answer)) missing.push({ message, name, ...answer })
        else if (isOwn) missing.push({ message, name, ...changedView(name) })
      }
    }
    if (edits.length + spans.length === 0) return { messages: current as Raw[], restored, missing }
    current = replaceSpans(format.write(current, edits), spans)
    read = format.read(current)
    restored += edits.length + spans.length
  }
}

/** The names of the original in an unknown text; its first words where it looks like ours but names none. */
function namesIn(text: string, message: unknown): readonly string[] {
  const id = summaryIdOf(message)
  if (id !== undefined) return [id]
  if (!isMarked(text)) return []
  const names = [...handlesIn(text), ...summaryIdsIn(text)]
  return names.length > 0 ? names : [text.slice(0, maxName)]
}

const maxName = 60

function isHandle(name: string): boolean {
  return name.startsWith('db_')
}

function unknownName(name: string): Found {
  return { code: 'not-found', why: `The source knows no original of ${JSON.stringify(name)}.` }
}

/** Of a text that begins as one that replaces messages, and is none that the source knows. */
function changedView(handle: string): Omit<Missing, 'message'> {
  return {
    code: 'view-changed',
    why: `The text was changed since it replaced ${handle}, which "expand" returns.`,
  }
}

const uncompressOptionNames: NamesOf<UncompressOptions> = { format: true, strict: true }

/** The messages as read, or why they cannot be read. */
function readMessages(
  messages: readonly unknown[],
  options: UncompressOptions,
): { readonly format: Format; readonly read: readonly Message[] } | { readonly note: Note } {
  const { format: name, strict }: UncompressOptions = options ?? {}
  try {
    checkNames(options, uncompressOptionNames)
    const format = formatOf(messages, name)
    return { format, read: format.read(messages) }
  } catch (error) {
    if (strict) throw error
    return { note: failureNote(error) }
  }
}

/** The originals of texts with these hashes, as far as the source has them. */
function* originalsOf(
  hashes: readonly string[],
  source: Store | OriginalsByHash,
): SyncOrAsync<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>()
  if (isStore(source))
    for (const [hash, { original, media }] of yield* waitFor(() => source.views(hashes)))
      found.set(hash, yield* stored(() => source.get(handleOf(original, original.length)), media))
  else
    for (const hash of hashes) {
      const entry = Object.hasOwn(source, hash) ? source[hash] : undefined
      if (entry !== undefined) found.set(hash, { text: entry.text, media: entry.media })
    }
  return found
}

function* namedOriginal(handle: string, source: Store | OriginalsByHash): SyncOrAsync<Found> {
  return isStore(source) ? yield* stored(() => source.get(handle), 'text') : inMap(source, handle)
}

function* stored(get: () => Uint8Array | Promise<Uint8Array>, media: OriginalMedia): SyncOrAsync<Found> {
  try {
    return { text: toText(yield* waitFor(get)), media }
  } catch (error) {
    if (!FoveaError.isInstance(error)) throw error
    return { code: error.code, why: error.message }
  }
}

/** Two handles of one original may have different lengths. */
function inMap(originalsByHash: OriginalsByHash, handle: string): Found {
  const entry = Object.values(originalsByHash).find(
    ({ handle: known }) => known.startsWith(handle) || handle.startsWith(known),
  )
  return entry === undefined ? unknownName(handle) : { text: entry.text, media: entry.media }
}
