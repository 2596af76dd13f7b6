/** The contract of a host by its name, loaded alone: a hook starts once for each tool call. */
import type { HostContract } from './contract.ts'

export async function contractOf(host: string): Promise<HostContract | undefined> {
  if (host === 'claude-code') return (await import('./claude-code.ts')).claudeCode
  if (host === 'codex') return (await import('./codex.ts')).codex
  if (host === 'gemini-cli') return (await import('./gemini-cli.ts')).geminiCli
  if (host === 'opencode') return (await import('./opencode.ts')).opencode
  if (host === 'pi') return (await import('./pi.ts')).pi
  return undefined
}
