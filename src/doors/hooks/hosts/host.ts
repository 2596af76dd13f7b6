/** Everything about one agent that runs hooks, in one descriptor. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { ToolOutput } from '../../../reduce/shorten-output/reduce-output.ts'
import type { WrapMode } from '../hook-settings.ts'
import type { Bench, Check } from '../selftest/bench.ts'

/** A conversation: the host's session file, or messages of Chat Completions. */
export type LedgerSource = { readonly transcript: string } | { readonly messages: readonly unknown[] }

/** Functions for handlers; the modules behind them are loaded on first use. */
export interface HookTools {
  readonly wrap: WrapMode
  /** The shortened output, with its original stored; `undefined` if it stays as it is. */
  shorten(output: ToolOutput, session: string | undefined): Promise<string | undefined>
  /** The view of a conversation, or its ledger; `undefined` if it is empty. */
  ledger(source: LedgerSource): Promise<string | undefined>
  /** The same, if the session file records a compaction since the last call. */
  ledgerOfCompaction(session: string, transcript: string): Promise<string | undefined>
  /** Keeps a ledger for the next `takeLedger` of the session. */
  keepLedger(session: string, text: string): Promise<void>
  /** Returns the stored ledger once. */
  takeLedger(session: string): Promise<string | undefined>
  /** A command that runs this one and shortens its output. */
  wrapped(command: string): string
}

/** An empty answer changes nothing, in every host. */
type Answer = Readonly<Record<string, unknown>>

export type Handler = (payload: RawRecord, tools: HookTools) => Promise<Answer | undefined>

export type Environment = Readonly<Record<string, string | undefined>>

export interface HookEntry {
  readonly event: string
  /** Tools, or sources of a session, in the host's pattern syntax. */
  readonly matcher?: string
  /** In the host's unit. */
  readonly timeout: number
}

/** How a shell calls Fovea. */
export interface HookCommand {
  readonly program: string
  /** Options of `fovea hook run`. */
  readonly options: string
}

/** The file in the host's configuration directory that our hooks are written to. */
type HookFile = CommandHookFile | PluginFile

/** JSON with groups of commands by event: `{"hooks": {"Event": [{"matcher", "hooks": [{"type", "command"}]}]}}`. */
export interface CommandHookFile {
  readonly type: 'commands'
  readonly file: string
  /** A TOML file of the host that may contain its hooks instead. */
  readonly toml?: string
  readonly entries: readonly HookEntry[]
  /** Appended to each command line. */
  readonly suffix?: string
}

/** A source file that the host loads, and that only we write. */
export interface PluginFile {
  readonly type: 'plugin'
  readonly file: string
  source(command: HookCommand): string
}

/** `{"hooksConfig": {"enabled": false}}` */
interface OffSwitch {
  /** In a configuration directory, JSON or TOML by their names: the first that sets it decides. */
  readonly files: readonly string[]
  readonly path: readonly string[]
  readonly value: boolean
}

/** The file in which a host lists servers of the Model Context Protocol, by name. */
export interface McpFile {
  path(home: string, env: Environment): string
  /** The object of a JSON file that holds the servers, or `toml` for tables `[mcp_servers.NAME]`. */
  readonly servers: 'mcpServers' | 'mcp' | 'toml'
  /** The entry of a server in the host's format. */
  entry(words: readonly string[]): Readonly<Record<string, unknown>>
}

export interface Host {
  readonly name: string
  /** The name as its makers write it. */
  readonly title: string
  /** The program that a user starts. */
  readonly program: string
  /** What a user must know or do after an installation. */
  readonly note: string
  /** Handlers by the host's names of events. */
  readonly events: Readonly<Record<string, Handler>>
  /** The configuration directories of a project and of the user. */
  readonly projectDirectory: string
  userDirectory(home: string, env: Environment): string
  readonly hookFile: HookFile
  /** Settings in its configuration directories with which the user keeps the host from running any hook. */
  readonly offSwitches?: readonly OffSwitch[]
  /** Absent if the host has no such servers. */
  readonly mcp?: McpFile
  /** How to make it use the proxy at an address; absent if the proxy could not compress its requests. */
  throughProxy?(address: string): string
  /** Whether the user has set permission rules about commands; they would not match a wrapped command. */
  hasCommandRules?(directory: string | undefined, env: Environment): boolean
  /** The checks of `fovea hook test`. */
  readonly selftest: {
    /** A session file in the host's format. */
    readonly transcript: string
    checks(bench: Bench): Promise<readonly Check[]>
  }
}

/** The entry of a server in most hosts: the program and its arguments separately. */
export function commandAndArguments(words: readonly string[]): Readonly<Record<string, unknown>> {
  const [command = '', ...args] = words
  return { command, args }
}
