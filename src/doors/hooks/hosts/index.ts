/** Every host. A new one is its file and its name here. */
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'
import type { Host } from './host.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'

export const hosts: Readonly<Record<string, Host>> = {
  'claude-code': claudeCode,
  codex,
  opencode,
  'gemini-cli': geminiCli,
  pi,
}

export function hostNamed(name: string): Host | undefined {
  return Object.hasOwn(hosts, name) ? hosts[name] : undefined
}
