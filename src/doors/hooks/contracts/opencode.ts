/** opencode, as our plugin asks for it: outputs are replaced, the ledger joins the text of a compaction. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { Handler, HookTools, HostContract } from './contract.ts'
import { exitCodeOf, opencodeMessages } from './opencode-messages.ts'
import { recordOf, sourceOf, textOf } from './payload-fields.ts'
import { wholeText } from './whole-text.ts'

export const opencode: HostContract = {
  host: 'opencode',
  events: { 'tool.execute.after': replaceOutput, 'experimental.session.compacting': offerLedger },
}

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const part = textOf(payload, 'output')
  if (part === undefined) return undefined
  const source = sourceOf(textOf(payload, 'tool'), recordOf(payload, 'args'))
  const metadata = recordOf(payload, 'metadata')
  const text = (await wholeText(textOf(metadata, 'outputPath'))) ?? part
  const output = await tools.shorten(
    { ...source, text, exitCode: exitCodeOf(metadata) },
    textOf(payload, 'sessionID'),
  )
  return output === undefined ? undefined : { output }
}

async function offerLedger(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const messages = opencodeMessages(payload['messages'])
  const text = messages.length === 0 ? undefined : await tools.ledger({ messages })
  return text === undefined ? undefined : { context: [text] }
}
