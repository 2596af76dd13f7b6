/** What a session was about, for use after its compaction: a view that `compress` makes, or the ledger for a short session. */
import { existsSync } from 'node:fs'
import { compressSync } from '../../compress.ts'
import { formatNamed } from '../../formats/index.ts'
import { isRecord } from '../../formats/raw-value.ts'
import { createLedger } from '../../ledger/create-ledger.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { ledgerOriginal, sourceOriginals } from '../../ledger/stored-ledger.ts'
import { spanMarkerIn } from '../../scan/marker.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { blockText } from '../../scan/spoken-text.ts'
import { openKeptStore, storeExists } from '../../store/index.ts'
import type { SyncStore } from '../../store/store.ts'
import { estimateCounter } from '../../tokens/estimate-counter.ts'
import { readTranscript } from '../../transcripts/read-transcript.ts'
import type { FormatName, Message } from '../../types.ts'
import { foveaCommand } from './fovea-command.ts'
import { logHookFailure } from './hook-log.ts'
import type { HookSettings } from './hook-settings.ts'
import type { LedgerSource } from './hosts/host.ts'

const introduction = 'What this session was about before it was compacted, taken from its own messages:'
const viewTokens = 2400
const minViewTokens = 800
const ledgerTokens = 1800
/** The maximum length that `expandWith` allows. */
const maxExpandWith = 60
/** Claude Code shows no more of the text that a hook adds. */
const maxCharacters = 9500
const stateName = 'hook-ledger'
const askedName = 'hook-compaction'

/** Stores the ledger with the texts of its entries; `undefined` if there is no conversation yet. */
export async function readSessionLedger(
  source: LedgerSource,
  settings: HookSettings,
): Promise<string | undefined> {
  return ledgerTextOf(await conversationOf(source), settings)
}

/** `undefined` also if the last compaction was already handled. */
export async function readLedgerOfCompaction(
  session: string,
  transcript: string,
  settings: HookSettings,
): Promise<string | undefined> {
  if (!existsSync(transcript)) return undefined
  const { messages, format, events } = await readTranscript(transcript)
  const last = events.findLast(({ type }) => type === 'compaction')
  if (last === undefined) return undefined
  const isNew = withStore(settings, store => {
    const asked = store.state(session, askedName)
    return (
      asked?.value !== `${last.line}` &&
      store.setState(session, askedName, `${last.line}`, asked?.version ?? 0)
    )
  })
  return isNew ? ledgerTextOf({ messages: messages.slice(0, last.at), format }, settings) : undefined
}

interface Conversation {
  readonly messages: readonly unknown[]
  readonly format: FormatName
}

function ledgerTextOf(conversation: Conversation, settings: HookSettings): string | undefined {
  if (conversation.messages.length === 0) return undefined
  return viewTextOf(conversation, settings) ?? shortLedgerOf(conversation, settings)
}

/** `undefined` if the ledger says more: all messages fit, the budget cannot be met, or compressing failed. */
function viewTextOf(conversation: Conversation, settings: HookSettings): string | undefined {
  try {
    return withStore(settings, store => fittingView(conversation, store))
  } catch (error) {
    logHookFailure(settings.storePath, 'view after a compaction', error)
    return undefined
  }
}

function fittingView({ messages, format }: Conversation, store: SyncStore): string | undefined {
  const command = `${foveaCommand()} expand`
  // A command with its full path would take up most of the first line.
  const isShort = command.length <= maxExpandWith
  const lead = isShort ? introduction : `${introduction}\n${command} db_…#n prints message n.`
  // The host repeats its own instructions after a compaction.
  const history = messages.filter(
    message => !(isRecord(message) && ['system', 'developer'].includes(String(message['role']))),
  )
  for (let budget = viewTokens; budget >= minViewTokens; ) {
    const { messages: view, receipt } = compressSync(history, {
      budget,
      store,
      format,
      expandWith: isShort ? command : undefined,
      onNote: () => {},
    })
    if (receipt.changes.length === 0 || receipt.budget?.met !== true) return undefined
    const text = `${lead}\n\n${maskSecrets(viewText(formatNamed(format).read(view)))}`
    if (text.length <= maxCharacters) return text
    // The ratio of characters to tokens differs little between two views of one session.
    budget = Math.floor(budget * Math.min(0.95, (0.97 * maxCharacters) / text.length))
  }
  return undefined
}

/** Marks kept messages with their role, as lines in a digest are. */
function viewText(view: readonly Message[]): string {
  return view
    .flatMap(({ role, blocks }) =>
      blocks.map(block => {
        const text = blockText(block).trim()
        return text === '' || spanMarkerIn(text) !== undefined ? text : `${role}: ${text}`
      }),
    )
    .filter(text => text !== '')
    .join('\n')
}

function shortLedgerOf({ messages, format }: Conversation, settings: HookSettings): string | undefined {
  const ledger = createLedger(messages, { format })
  if (ledger.rows.length === 0) return undefined
  const read: readonly Message[] = formatNamed(format).read(messages)
  const originals = [ledgerOriginal(ledger), ...sourceOriginals(ledger, read)]
  const handle = withStore(settings, store => store.put(originals)[0]?.handle ?? '')
  return offered(rendered(ledger, handle), handle)
}

async function conversationOf(source: LedgerSource): Promise<Conversation> {
  if ('messages' in source) return { messages: source.messages, format: 'openai-chat' }
  if (!existsSync(source.transcript)) return { messages: [], format: 'plain' }
  const { messages, format, events } = await readTranscript(source.transcript)
  const last = events.findLast(({ type }) => type === 'compaction')
  const since = last === undefined ? [] : formatNamed(format).read(messages.slice(last.at))
  // If the agent has not continued since, the rest is the summary, which the agent already has.
  const isJustNow = last !== undefined && !since.some(({ role }) => role === 'assistant')
  return { messages: isJustNow ? messages.slice(0, last.at) : messages, format }
}

function rendered(ledger: Ledger, stored: string): string {
  const counter = estimateCounter()
  let tokens = ledgerTokens
  let text = renderLedger(ledger, { counter, tokens, stored }).text
  for (; text.length > maxCharacters && tokens > 100; tokens /= 2)
    text = renderLedger(ledger, { counter, tokens: tokens / 2, stored }).text
  return text
}

function offered(text: string, handle: string): string {
  return `${introduction}\n\n${text.trimEnd()}\n\nThe words behind an entry: ${foveaCommand()} expand ${handle}#constraints.1`
}

export function keepLedgerText(session: string, text: string, settings: HookSettings): void {
  withStore(settings, store => {
    store.setState(session, stateName, text, store.state(session, stateName)?.version ?? 0)
  })
}

/** Returns the text to one caller only. */
export function takeLedgerText(session: string, settings: HookSettings): string | undefined {
  if (!storeExists(settings.storePath)) return undefined
  return withStore(settings, store => {
    const kept = store.state(session, stateName)
    if (kept === undefined || kept.value === '') return undefined
    return store.setState(session, stateName, '', kept.version) ? kept.value : undefined
  })
}

function withStore<Result>(settings: HookSettings, use: (store: SyncStore) => Result): Result {
  const store = openKeptStore(settings.storePath)
  try {
    return use(store)
  } finally {
    store.close()
  }
}
