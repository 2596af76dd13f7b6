/** The history of one request: known messages are recognized, and new ones measured. */
import type { Format } from '../formats/format.ts'
import { keepReading } from '../formats/kept-reading.ts'
import { handlesIn } from '../scan/marker.ts'
import type { Store } from '../store/store.ts'
import type { Message } from '../types.ts'
import { type Epoch, type EpochView, viewUnder } from './epoch.ts'
import { measuresAfter, noMeasures } from './history-measures.ts'
import type { StateMethods } from './kept-state.ts'
import type { LiveRequest } from './live-request.ts'
import type { CountedMessage, MessageCounts } from './message-counts.ts'
import { type Identified, immutableCopy, withoutCacheMarks } from './message-identity.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Addition, ShortenedOutput } from './session-types.ts'
import { hasLargeOutput, type ShortenedRecord, shortenedOutputs } from './shorten-outputs.ts'

/** System text and tools, and the overhead of every request. */
export interface SystemAndTools {
  /** A hash of everything before the messages in the provider's cache. */
  readonly hash: string
  readonly tokens: number
  /** Our tools in it. */
  readonly tools: readonly object[]
}

export interface SessionHistory extends Identified {
  readonly messages: readonly unknown[]
  readonly format: Format
  /** As its author wrote it: without additions and our tools. */
  readonly given: {
    readonly systemAndTools: SystemAndTools
    /** `sizes[n]`: tokens of the author's part of the first n messages. */
    readonly sizes: readonly number[]
    readonly length: number
  }
  /** `sizes[n]`: tokens of the first n messages as they came. */
  readonly sizes: readonly number[]
  /** Average tokens that a turn of the agent adds: its words, and the results or replies. */
  readonly growth: number
  /** The messages without marks, read. Computed lazily. */
  read(): readonly Message[]
  /** Shortened outputs of messages that are new in this step. */
  readonly shortened: readonly ShortenedOutput[]
  /** The view that is sent in an epoch. */
  under(epoch: Epoch): EpochView
  /** Contains our tools if the view of the epoch contains handles. */
  systemAndToolsUnder(epoch: Epoch): SystemAndTools
  /** As expected after the next epoch. */
  readonly systemAndToolsNext: SystemAndTools
  /**
   * The messages for the next epoch, without marks: older ones as they came, since none of them stays; the newest as they were
   * sent.
   */
  forEpoch(newestTokens: number): readonly unknown[]
}

interface HistoryContext {
  readonly state: StateMethods
  readonly session: string
  /** Nothing about it is remembered. */
  readonly isDry: boolean
  /** New messages stay as they came, for good. */
  readonly keepsView: boolean
  readonly added: readonly Addition[]
  /** Tools that follow handles. */
  readonly tools: readonly object[]
  /** Whether shortening pays for the tools that it adds to a request without any. `sizes`: as in a history. */
  paysForTools(saved: number, sizes: readonly number[], given: SystemAndTools): boolean
}

type HistoryReader = (
  request: LiveRequest<unknown>,
  identified: Identified,
  context: HistoryContext,
) => Promise<SessionHistory>

/** Reads one history of a session after another: known messages cost almost nothing. */
export function historyReader(
  shortenOutputs: SessionSettings['shortenOutputs'],
  store: Store,
  counts: MessageCounts,
): HistoryReader {
  /** By the hash of the message; `undefined` if it stays as it came. */
  const remembered = new Map<string, ShortenedRecord | undefined>()
  let latest = noMeasures
  /** The messages that the last epoch was made from. */
  let latestUnmarked: readonly unknown[] = []
  return async (request, identified, context) => {
    const { state, session, isDry, tools } = context
    const known = isDry ? new Map(remembered) : remembered
    const { messages, format } = request
    const { hashes } = identified
    const measures = measuresAfter(latest, identified, format, index =>
      counts.entryOf(hashes[index] as string, messages[index], format),
    )
    const { entries, sizes, turns } = measures
    const entryAt = (index: number): CountedMessage => entries[index] as CountedMessage
    const systemAndToolsWith = (more: readonly object[]): SystemAndTools => {
      const { systemAndTools, systemAndToolsHash: hash } = request.systemAndToolsWith(more)
      return {
        hash,
        tokens: counts.systemAndToolTokens({ systemAndTools, systemAndToolsHash: hash, format }),
        tools: more,
      }
    }
    const plain = systemAndToolsWith([])
    const equipped = tools.length === 0 ? plain : systemAndToolsWith(tools)
    const atFirst = sizes[turns.indexOf(1)] ?? 0
    const turnCount = turns.at(-1) ?? 0

    const shortened: ShortenedOutput[] = []
    const isUnknown = (hash: string): boolean => !known.has(hash)
    // How the messages of a history are sent also applies to histories that continue it.
    const settled = measures.shared === latest.hashes.length ? measures.shared : 0
    const hadHandle = settled > 0 && latest.hasHandle
    const isWithHandles = (): boolean =>
      hadHandle || indexFrom(hashes, settled, hash => bringsHandle(known.get(hash))) >= 0
    const first = indexFrom(hashes, settled, isUnknown)
    if (context.keepsView) {
      for (const [index, hash] of hashes.entries()) {
        if (known.has(hash) || !mayBeRecorded(messages[index], format, shortenOutputs)) continue
        const whole = { edits: [], tokens: entryAt(index).tokens, shortened: [] }
        const record = isDry ? await state.readShortened(hash) : await state.addShortened(hash, whole)
        known.set(hash, record ?? whole)
      }
    } else if (first >= 0) {
      // The call of a new result may have come with the previous request.
      const from = Math.max(0, first - 1)
      const place = { format, counter: counts.counter, store, session }
      const records = new Map(
        shortenOutputs === undefined
          ? []
          : await shortenedOutputs(messages.slice(from), first - from, {
              ...place,
              settings: shortenOutputs,
            }),
      )
      if (tools.length > 0 && !isWithHandles())
        for (const [at, message] of messages.slice(from).entries())
          if (!records.has(at) && holdsHandle(message, format)) {
            const { tokens } = entryAt(from + at)
            records.set(at, { edits: [], tokens, shortened: [], hasHandle: true })
          }
      const found = [...records]
        .map(([at, record]) => ({ index: from + at, record }))
        .filter(({ index }) => !known.has(hashes[index] as string))
      const saved = found.reduce((sum, { index, record }) => sum + entryAt(index).tokens - record.tokens, 0)
      const pays = tools.length === 0 || isWithHandles() || context.paysForTools(saved, sizes, plain)
      for (const { index, record } of found) {
        const hash = hashes[index] as string
        const settled = pays ? record : { edits: [], tokens: entryAt(index).tokens, shortened: [] }
        const kept = isDry ? settled : await state.addShortened(hash, settled)
        known.set(hash, kept)
        shortened.push(...kept.shortened.map(each => ({ message: index, ...each })))
      }
    }
    for (let index = settled; index < hashes.length; index += 1)
      if (isUnknown(hashes[index] as string)) known.set(hashes[index] as string, undefined)

    const records = latest.records.slice(0, settled)
    let isAsGiven = settled === 0 || latest.isAsGiven
    for (let index = settled; index < hashes.length; index += 1) {
      const record = known.get(hashes[index] as string)
      records.push(record)
      isAsGiven &&= record === undefined
    }
    const recordAt = (index: number): ShortenedRecord | undefined => records[index]
    const messageAt = (index: number): unknown => {
      const record = recordAt(index)
      return isEdited(record) ? written(messages[index], record as ShortenedRecord, format) : messages[index]
    }
    const tokensAt = (index: number): number => recordAt(index)?.tokens ?? entryAt(index).tokens
    const tokensOf = (message: unknown): number => counts.tokensOfOwn(message, format)
    const hasHandles = isWithHandles()
    if (!isDry) latest = { ...measures, records, isAsGiven, hasHandle: hasHandles }
    const given =
      context.added.length === 0
        ? { messages, sizes }
        : viewUnder({ spans: context.added }, messages, {
            messageAt: index => messages[index],
            tokensAt: index => entryAt(index).tokens,
            tokensOf,
          })
    /** The messages without marks, read. */
    let unmarked: { readonly messages: readonly unknown[]; readonly read: readonly Message[] } | undefined
    const readUnmarked = (): NonNullable<typeof unmarked> => {
      if (unmarked === undefined) {
        const own = messages.map((_, index) => identified.plainAt(index))
        unmarked = { messages: own, read: keepReading(own, format, latestUnmarked) }
        if (!isDry) latestUnmarked = own
      }
      return unmarked
    }
    return {
      ...identified,
      messages,
      read: () => readUnmarked().read,
      format,
      given: { systemAndTools: plain, sizes: given.sizes, length: given.messages.length },
      sizes,
      growth: turnCount === 0 ? 0 : ((sizes.at(-1) as number) - atFirst) / turnCount,
      shortened,
      under: epoch =>
        epoch.spans.length === 0 && isAsGiven
          ? { messages, sizes, tokens: sizes.at(-1) as number }
          : viewUnder(epoch, messages, { messageAt, tokensAt, tokensOf }),
      systemAndToolsUnder: ({ spans }) => (hasHandles || spans.length > 0 ? equipped : plain),
      systemAndToolsNext: equipped,
      forEpoch(newestTokens) {
        const { messages: own } = readUnmarked()
        if (!records.some(isEdited)) return own
        const forEpoch = own.slice()
        let left = newestTokens
        for (let index = messages.length - 1; index >= 0; index -= 1) {
          left -= tokensAt(index)
          if (left < 0) break
          if (isEdited(recordAt(index))) forEpoch[index] = immutableCopy(withoutCacheMarks(messageAt(index)))
        }
        // What is read of a session's own copies is kept with them.
        keepReading(forEpoch, format, own)
        return forEpoch
      },
    }
  }
}

/** The first index from `from` on that passes; -1 if there is none. */
function indexFrom(hashes: readonly string[], from: number, test: (hash: string) => boolean): number {
  for (let index = from; index < hashes.length; index += 1) if (test(hashes[index] as string)) return index
  return -1
}

function isEdited(record: ShortenedRecord | undefined): boolean {
  return record !== undefined && record.edits.length > 0
}

function bringsHandle(record: ShortenedRecord | undefined): boolean {
  return isEdited(record) || record?.hasHandle === true
}

/** Whether an earlier step may have stored how it is sent. */
function mayBeRecorded(
  message: unknown,
  format: Format,
  shortenOutputs: SessionSettings['shortenOutputs'],
): boolean {
  const isOutput = shortenOutputs !== undefined && hasLargeOutput(message, format, shortenOutputs)
  return isOutput || holdsHandle(message, format)
}

/** Such a handle may come from a hook, or from another conversation. */
function holdsHandle(message: unknown, format: Format): boolean {
  return format
    .read([message])
    .some(({ blocks }) => blocks.some(block => block.type !== 'opaque' && handlesIn(block.text).length > 0))
}

/** Applies the edits, and keeps the marks that the message has in this request. */
function written(message: unknown, { edits }: ShortenedRecord, format: Format): unknown {
  return format.write(
    [message],
    edits.map(edit => ({ ...edit, message: 0 })),
  )[0]
}
