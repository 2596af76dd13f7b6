/** Commands that work while an agent runs. */
import type { Command } from 'commander'
import { doctorCommand } from './doctor-command.ts'
import { hookCommand } from './hook-command.ts'
import { mcpCommand } from './mcp-command.ts'
import { proxyCommand } from './proxy-command.ts'
import { setupCommand } from './setup-command.ts'

export function agentCommands(): readonly Command[] {
  return [setupCommand(), doctorCommand(), proxyCommand(), hookCommand(), mcpCommand()]
}
