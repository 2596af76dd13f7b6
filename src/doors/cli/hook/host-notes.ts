/** What a person has to know or do after an installation, for each host. */
import type { HostName } from '../../hooks/contracts/contract.ts'

export const hostNotes: Readonly<Record<HostName, string>> = {
  'claude-code': 'Sessions that run already read their settings again; /hooks shows them.',
  codex:
    'Codex runs new hooks only after you have reviewed them: type /hooks in Codex. In a sandbox that cannot write to the store, output stays as it is.',
  'gemini-cli': 'Start Gemini CLI anew; /hooks shows them.',
  opencode: 'Start opencode anew.',
  pi: 'Type /reload in pi, or start it anew.',
}
