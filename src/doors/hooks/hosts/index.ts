/** Every host, loaded alone: a hook starts once for each tool call. A new host is one file and one line here. */
import type { Host } from './host.ts'

export const hosts: Readonly<Record<string, () => Promise<Host>>> = {
  'claude-code': async () => (await import('./claude-code.ts')).claudeCode,
  codex: async () => (await import('./codex.ts')).codex,
  opencode: async () => (await import('./opencode.ts')).opencode,
  'gemini-cli': async () => (await import('./gemini-cli.ts')).geminiCli,
  pi: async () => (await import('./pi.ts')).pi,
}

export async function hostNamed(name: string): Promise<Host | undefined> {
  return Object.hasOwn(hosts, name) ? hosts[name]?.() : undefined
}
