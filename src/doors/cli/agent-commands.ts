/** Commands that work while an agent runs. */
import type { Command } from 'commander'
import { hookCommand } from './hook-command.ts'
import { mcpCommand } from './mcp-command.ts'
import { proxyCommand } from './proxy-command.ts'

export function agentCommands(): readonly Command[] {
  return [proxyCommand(), hookCommand(), mcpCommand()]
}
