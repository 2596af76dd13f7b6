/** Every option of the MCP server and its default, resolved in one place. */
import { checkNames, type NamesOf, type OptionNames } from '../../settings/option-names.ts'
import { memoryStore } from '../../store/memory.ts'
import type { Store } from '../../store/store.ts'

export interface McpOptions {
  /** Where originals are kept and looked up. @default in memory, gone with the process */
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

/** How large a request may be, in bytes: whole conversations come in one. */
export const maxRequestBytes: number = 64 * 1024 * 1024
