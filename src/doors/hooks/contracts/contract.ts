/** What every host's contract is told in: the events that it reports, and what it may be answered. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { ToolOutput } from '../../../reduce/output/reduce-output.ts'

export const hostNames = ['claude-code', 'codex', 'opencode', 'gemini-cli', 'pi'] as const

export type HostName = (typeof hostNames)[number]

/** `auto`: only where the host asks nobody before it runs a command. */
export type WrapMode = 'auto' | 'always' | 'never'

/** Where a conversation can be read: in the host's own file, or as messages of a format. */
export type LedgerSource = { readonly transcript: string } | { readonly messages: readonly unknown[] }

/** What a contract may use; everything heavy behind it is loaded when it is needed. */
export interface HookTools {
  readonly wrap: WrapMode
  /** The output told shorter, its original kept; `undefined` where it stays as it is. */
  shorten(output: ToolOutput, session: string | undefined): Promise<string | undefined>
  /** Reads where a session stands; `undefined` where there is nothing to read. */
  ledger(source: LedgerSource): Promise<string | undefined>
  /** The same where a session's file tells of a compaction since the last time that somebody asked. */
  ledgerOfCompaction(session: string, transcript: string): Promise<string | undefined>
  /** Keeps it for whoever asks next under the name of the session. */
  keepLedger(session: string, text: string): Promise<void>
  /** What was kept; only once. */
  takeLedger(session: string): Promise<string | undefined>
  /** A command that runs this one and prints less. */
  wrapped(command: string): string
}

/** An empty answer leaves everything as it is, for every host. */
export type Answer = Readonly<Record<string, unknown>>

export type Handler = (payload: RawRecord, tools: HookTools) => Promise<Answer | undefined>

export interface HostContract {
  readonly host: HostName
  /** By the names that the host gives its events. */
  readonly events: Readonly<Record<string, Handler>>
}
