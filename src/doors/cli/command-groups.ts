/** The registry of commands: a new one is one file, one line in the file of its group, and its name here. */
import type { Command } from 'commander'

interface CommandGroup {
  /** The names of the commands that `load` returns, known before it is called. */
  readonly names: readonly string[]
  load(): Promise<readonly Command[]>
}

/** The commands of a group need the same parts of the library, which are loaded with it. */
export const commandGroups: readonly CommandGroup[] = [
  {
    names: ['inspect', 'ledger', 'compress', 'resume', 'uncompress', 'expand', 'search', 'store'],
    load: async () => (await import('./session-commands.ts')).sessionCommands(),
  },
  {
    names: ['show', 'text', 'workspace', 'evaluate', 'observe', 'batch', 'worker'],
    load: async () => (await import('./tool-commands.ts')).toolCommands(),
  },
  {
    names: ['setup', 'doctor', 'proxy', 'hook', 'mcp'],
    load: async () => (await import('./agent-commands.ts')).agentCommands(),
  },
]
