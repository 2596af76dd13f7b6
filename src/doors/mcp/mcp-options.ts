/** Every option of the MCP server and its default, resolved in one place. */
import { checkNames, type NamesOf, type OptionNames } from '../../settings/option-names.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { Store } from '../../store/store.ts'

export interface McpOptions {
  /** Where originals are stored and looked up. @default in memory, lost when the process ends */
  readonly store?: Store | undefined
  /** Whether the tool `ledger` may read session files of this machine. @default true */
  readonly sessionFiles?: boolean | undefined
}

export interface McpSettings {
  readonly store: Store
  readonly sessionFiles: boolean
}

const mcpOptionNames: NamesOf<McpOptions> = { store: true, sessionFiles: true }

/** Throws `invalid-option`. `more`: options in addition to those of every server. */
export function resolveMcpOptions(options: McpOptions, more: OptionNames = {}): McpSettings {
  checkNames(options, { ...mcpOptionNames, ...more })
  const { store, sessionFiles } = options
  return { store: store ?? memoryStore(), sessionFiles: sessionFiles ?? true }
}

/** Maximum size of a request in bytes: it may contain a whole conversation. */
export const maxRequestBytes: number = 64 * 1024 * 1024
