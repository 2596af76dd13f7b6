/** Codex: output cannot be replaced, so commands are wrapped; the ledger is offered after a compaction. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import { mayWrap } from '../wrap/may-wrap.ts'
import type { Handler, HookTools, HostContract } from './contract.ts'
import { keepLedger, offerAtSessionStart } from './offer-ledger.ts'
import { recordOf, textOf } from './payload-fields.ts'

export const codex: HostContract = {
  host: 'codex',
  events: { PreToolUse: wrapCommand, PreCompact: keepLedger, SessionStart: offerAtSessionStart },
}

/** Codex takes a changed command only together with "allow": so never where a person is to be asked. */
async function wrapCommand(payload: RawRecord, { wrapped }: HookTools): ReturnType<Handler> {
  const input = recordOf(payload, 'tool_input')
  const command = textOf(input, 'command')
  if (textOf(payload, 'tool_name') !== 'Bash' || command === undefined) return undefined
  if (textOf(payload, 'permission_mode') !== 'bypassPermissions') return undefined
  const directory = textOf(payload, 'cwd')
  if (!mayWrap({ host: 'codex', command, directory, isBackground: false, keepsDirectory: false }))
    return undefined
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { ...input, command: wrapped(command) },
    },
  }
}
