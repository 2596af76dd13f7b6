/** Which events of each host are answered, and how its configuration says so. */
import type { HostName } from '../contracts/contract.ts'

export interface HookEntry {
  readonly event: string
  /** Tools, or sources of a session, as the host matches them. */
  readonly matcher?: string
  /** In the host's own unit. */
  readonly timeout: number
}

/** Hosts whose configuration is JSON with groups of commands by event. */
export const commandHooks: Readonly<Partial<Record<HostName, readonly HookEntry[]>>> = {
  'claude-code': [
    { event: 'PreToolUse', matcher: 'Bash', timeout: 10 },
    { event: 'PostToolUse', matcher: 'Bash|Grep|WebFetch|WebSearch|mcp__.*', timeout: 60 },
    { event: 'PreCompact', timeout: 60 },
    { event: 'SessionStart', matcher: 'compact', timeout: 60 },
  ],
  codex: [
    { event: 'PreToolUse', matcher: 'Bash', timeout: 10 },
    { event: 'PreCompact', timeout: 60 },
    { event: 'SessionStart', matcher: 'compact', timeout: 60 },
  ],
  'gemini-cli': [
    {
      event: 'AfterTool',
      matcher: 'run_shell_command|grep_search|search_file_content|web_fetch|google_web_search|mcp_.*',
      timeout: 60_000,
    },
    { event: 'BeforeAgent', timeout: 60_000 },
  ],
}

export interface HookCommand {
  /** How a shell calls Fovea. */
  readonly program: string
  /** Options of `fovea hook run`. */
  readonly options: string
}

export function hookCommandLine(host: HostName, event: string, { program, options }: HookCommand): string {
  const call = `${program} hook run ${host} ${event}${options === '' ? '' : ` ${options}`}`
  // Gemini CLI stops its work where a hook ends with 2 or more, and a program that is not there ends with 127.
  return host === 'gemini-cli' ? `${call} || exit 0` : call
}

/** Whether a configured command is one of ours, whatever program and options it was installed with. */
export function isOwnCommand(host: HostName, command: string): boolean {
  return new RegExp(` hook run ${host} [A-Za-z_.]+(?: |$)`).test(command)
}
