/** A ledger for a session that was compacted: stored before, offered after. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { Handler, HookTools } from './host.ts'
import { textField } from './payload-fields.ts'

/** Nothing can be added before a compaction: the ledger of the transcript is stored for later. */
export const keepLedger: Handler = async (payload, tools) => {
  const session = textField(payload, 'session_id')
  const text = await transcriptLedger(payload, tools)
  if (session !== undefined && text !== undefined) await tools.keepLedger(session, text)
  return undefined
}

/** The stored ledger, or else that of the transcript. */
async function ledgerAfterCompaction(payload: RawRecord, tools: HookTools): Promise<string | undefined> {
  const session = textField(payload, 'session_id')
  const kept = session === undefined ? undefined : await tools.takeLedger(session)
  return kept ?? transcriptLedger(payload, tools)
}

async function transcriptLedger(payload: RawRecord, tools: HookTools): Promise<string | undefined> {
  const transcript = textField(payload, 'transcript_path')
  return transcript === undefined ? undefined : tools.ledger({ transcript })
}

/** Claude Code and Codex restart a session after each compaction, and report it. */
export const offerAtSessionStart: Handler = async (payload, tools) => {
  if (textField(payload, 'source') !== 'compact') return undefined
  const additionalContext = await ledgerAfterCompaction(payload, tools)
  return additionalContext === undefined
    ? undefined
    : { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }
}
