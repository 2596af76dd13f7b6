/** Every host. A new host is one file and one line here. */
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'
import type { Host } from './host.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'

export const hosts: readonly Host[] = [claudeCode, codex, opencode, geminiCli, pi]

export function hostNamed(name: string): Host | undefined {
  return hosts.find(host => host.name === name)
}
