/** Every option of the MCP server and its default, resolved in one place. */
import { memoryStore } from '../../store/memory.ts'
import type { Store } from '../../types.ts'

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

export function resolveMcpOptions({ store, sessionFiles }: McpOptions): McpSettings {
  return { store: store ?? memoryStore(), sessionFiles: sessionFiles ?? true }
}
