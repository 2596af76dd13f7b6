/** pi, as our extension asks for it: results are replaced, the ledger goes with the next prompt. */
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import type { Handler, HookTools, HostContract } from './contract.ts'
import { keepLedger } from './offer-ledger.ts'
import { recordOf, sourceOf, textOf } from './payload-fields.ts'
import { shortenTexts } from './shorten-texts.ts'

export const pi: HostContract = {
  host: 'pi',
  events: { tool_result: replaceOutput, session_before_compact: keepLedger, before_agent_start: offerLedger },
}

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const content = payload['content']
  if (!Array.isArray(content) || !content.every(isRecord)) return undefined
  const source = sourceOf(textOf(payload, 'toolName'), recordOf(payload, 'input'))
  const isError = payload['isError'] === true
  const updated = await shortenTexts(content, text =>
    tools.shorten({ ...source, text, isError }, textOf(payload, 'session_id')),
  )
  return updated === content ? undefined : { content: updated }
}

async function offerLedger(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const session = textOf(payload, 'session_id')
  const content = session === undefined ? undefined : await tools.takeLedger(session)
  return content === undefined
    ? undefined
    : { message: { customType: 'fovea-ledger', content, display: true } }
}
