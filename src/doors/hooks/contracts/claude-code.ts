/** Claude Code: results of tools that succeed are replaced in their own shape; commands that may fail are wrapped. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { mayWrap } from '../wrap/may-wrap.ts'
import type { Handler, HookTools, HostContract } from './contract.ts'
import { keepLedger, offerAtSessionStart } from './offer-ledger.ts'
import { recordOf, sourceOf, textOf } from './payload-fields.ts'
import { shortenTexts } from './shorten-texts.ts'
import { wholeText } from './whole-text.ts'

export const claudeCode: HostContract = {
  host: 'claude-code',
  events: {
    PreToolUse: wrapCommand,
    PostToolUse: replaceOutput,
    PreCompact: keepLedger,
    SessionStart: offerAtSessionStart,
  },
}

/** No answer is offered for a tool that failed, and a failed test run is what is long: so its command prints less. */
async function wrapCommand(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const input = recordOf(payload, 'tool_input')
  const command = textOf(input, 'command')
  const mode = textOf(payload, 'permission_mode')
  if (textOf(payload, 'tool_name') !== 'Bash' || command === undefined) return undefined
  const isAskedAbout = mode !== 'bypassPermissions'
  if (isAskedAbout && tools.wrap !== 'always') return undefined
  const directory = textOf(payload, 'cwd')
  const isBackground = input['run_in_background'] === true
  if (!mayWrap({ host: 'claude-code', command, directory, isBackground, keepsDirectory: true }))
    return undefined
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      // Where somebody is asked, the decision is theirs: "allow" would take it away from them.
      ...(isAskedAbout ? {} : { permissionDecision: 'allow' }),
      updatedInput: { ...input, command: tools.wrapped(command) },
    },
  }
}

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const response = payload['tool_response']
  if (isRecord(response) && response['isImage'] === true) return undefined
  const source = sourceOf(textOf(payload, 'tool_name'), recordOf(payload, 'tool_input'))
  const session = textOf(payload, 'session_id')
  const whole = await wholeText(textOf(response, 'persistedOutputPath'))
  const shorten = (text: string) =>
    tools.shorten(
      { ...source, text: isRecord(response) && text === response['stdout'] ? (whole ?? text) : text },
      session,
    )
  const updated = await shortenTexts(response, shorten)
  if (updated === response) return undefined
  return {
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: withoutPersisted(updated) },
  }
}

/** A copy on disk would be shown instead of what stands here. */
function withoutPersisted(updated: unknown): unknown {
  if (!isRecord(updated)) return updated
  const { persistedOutputPath, persistedOutputSize, ...rest } = updated
  return rest
}
