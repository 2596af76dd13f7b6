/** Gemini CLI: a result is replaced by denying it with a reason; the ledger goes with the next prompt. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import type { Handler, HookTools, HostContract } from './contract.ts'
import { recordOf, sourceOf, textOf } from './payload-fields.ts'

export const geminiCli: HostContract = {
  host: 'gemini-cli',
  events: { AfterTool: replaceOutput, BeforeAgent: offerLedger },
}

/** The host calls what it replaces blocked: the model has to know that the tool did run. */
const preface = 'Not blocked: the tool ran, and this is its output, shortened.'

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const response = recordOf(payload, 'tool_response')
  const text = contentText(response['llmContent'])
  if (text === undefined) return undefined
  const source = sourceOf(textOf(payload, 'tool_name'), recordOf(payload, 'tool_input'))
  const isError = isRecord(response['error'])
  const shorter = await tools.shorten({ ...source, text, isError }, textOf(payload, 'session_id'))
  return shorter === undefined ? undefined : { decision: 'deny', reason: `${preface}\n${shorter}` }
}

/** A string, or parts that are nothing but text. */
function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : [content]
  const texts = parts.map(part =>
    isRecord(part) && Object.keys(part).length === 1 ? textOf(part, 'text') : undefined,
  )
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('')
}

/** `PreCompress` comes before every request, compaction or not: only the session's own file tells. */
async function offerLedger(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const [session, transcript] = [textOf(payload, 'session_id'), textOf(payload, 'transcript_path')]
  if (session === undefined || transcript === undefined) return undefined
  const additionalContext = await tools.ledgerOfCompaction(session, transcript)
  return additionalContext === undefined
    ? undefined
    : { hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext } }
}
