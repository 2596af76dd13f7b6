/** The ledger of a session, read from its own messages and kept from one hook to the next. */
import { existsSync } from 'node:fs'
import { formatNamed } from '../../formats/index.ts'
import { createLedger } from '../../ledger/create-ledger.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { ledgerOriginal, sourceOriginals } from '../../ledger/stored-ledger.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { openStore } from '../../store/index.ts'
import type { SyncStore } from '../../store/store.ts'
import { estimateCounter } from '../../tokens/tokens-estimate.ts'
import { readTranscript } from '../../transcripts/read-transcript.ts'
import type { FormatName, Message } from '../../types.ts'
import { shortCommand } from './fovea-command.ts'
import type { HookSettings } from './hook-settings.ts'
import type { LedgerSource } from './hosts/host.ts'

const ledgerTokens = 1800
/** Claude Code shows no more of what a hook adds. */
const maxCharacters = 9500
const stateName = 'hook-ledger'
const askedName = 'hook-compaction'

/** Kept with the words that its entries come from; `undefined` where there is no conversation yet. */
export async function readLedger(source: LedgerSource, settings: HookSettings): Promise<string | undefined> {
  const { messages, format } = await conversationOf(source)
  return ledgerTextOf(messages, format, settings)
}

/** `undefined` also where the last compaction was asked about before. */
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
  return isNew ? ledgerTextOf(messages, format, settings) : undefined
}

function ledgerTextOf(
  messages: readonly unknown[],
  format: FormatName,
  settings: HookSettings,
): string | undefined {
  if (messages.length === 0) return undefined
  const ledger = createLedger(messages, { format })
  if (ledger.rows.length === 0) return undefined
  const read: readonly Message[] = formatNamed(format).read(messages)
  const originals = [ledgerOriginal(ledger), ...sourceOriginals(ledger, read, maskSecrets)]
  const handle = withStore(settings, store => store.put(originals)[0]?.handle ?? '')
  return offered(rendered(ledger, handle), handle)
}

async function conversationOf(
  source: LedgerSource,
): Promise<{ readonly messages: readonly unknown[]; readonly format: FormatName }> {
  if ('messages' in source) return { messages: source.messages, format: 'openai-chat' }
  if (!existsSync(source.transcript)) return { messages: [], format: 'plain' }
  return readTranscript(source.transcript)
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
  return `Where this session stood before it was compacted, read from its own messages:\n\n${text.trimEnd()}\n\nThe words behind an entry: ${shortCommand()} expand ${handle}#constraints.1`
}

export function keepLedgerText(session: string, text: string, settings: HookSettings): void {
  withStore(settings, store => {
    store.setState(session, stateName, text, store.state(session, stateName)?.version ?? 0)
  })
}

/** Only one of those who ask gets it. */
export function takeLedgerText(session: string, settings: HookSettings): string | undefined {
  if (!existsSync(settings.storePath)) return undefined
  return withStore(settings, store => {
    const kept = store.state(session, stateName)
    if (kept === undefined || kept.value === '') return undefined
    return store.setState(session, stateName, '', kept.version) ? kept.value : undefined
  })
}

function withStore<Result>(settings: HookSettings, use: (store: SyncStore) => Result): Result {
  const store = openStore(settings.storePath)
  try {
    return use(store)
  } finally {
    store.close()
  }
}
