/** A short conversation as each host writes it down, with one rule in it that a ledger has to tell. */
import type { HostName } from '../contracts/contract.ts'

export const probeSession = 'fovea-hook-test'
const request = 'Fix the login form. Never touch the file legacy/session.ts.'
const answer = 'I will look at the form first.'
/** What has to come back. */
export const probeRule = 'legacy/session.ts'

export function probeTranscript(host: HostName): string {
  const at = '2026-01-01T00:00:00.000Z'
  switch (host) {
    case 'codex':
      return lines(
        {
          timestamp: at,
          type: 'session_meta',
          payload: { id: probeSession, timestamp: at, cwd: '/project' },
        },
        {
          timestamp: at,
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: request }] },
        },
        {
          timestamp: at,
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] },
        },
      )
    case 'gemini-cli':
      // Its last line is a compaction.
      return lines(
        { sessionId: probeSession, startTime: at },
        { id: '1', timestamp: at, type: 'user', content: [{ text: request }] },
        { id: '2', timestamp: at, type: 'gemini', content: answer },
        {
          $set: {
            messages: [{ id: '3', timestamp: at, type: 'user', content: [{ text: '<state_snapshot/>' }] }],
          },
        },
      )
    case 'pi':
      return lines(
        { type: 'session', version: 3, id: probeSession, timestamp: at, cwd: '/project' },
        {
          type: 'message',
          id: 'a',
          parentId: null,
          timestamp: at,
          message: { role: 'user', content: [{ type: 'text', text: request }] },
        },
        {
          type: 'message',
          id: 'b',
          parentId: 'a',
          timestamp: at,
          message: { role: 'assistant', content: [{ type: 'text', text: answer }] },
        },
      )
    default:
      return lines(
        {
          parentUuid: null,
          isSidechain: false,
          cwd: '/project',
          sessionId: probeSession,
          type: 'user',
          uuid: 'u',
          timestamp: at,
          message: { role: 'user', content: request },
        },
        {
          parentUuid: 'u',
          isSidechain: false,
          cwd: '/project',
          sessionId: probeSession,
          type: 'assistant',
          uuid: 'a',
          timestamp: at,
          message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: answer }] },
        },
      )
  }
}

/** As opencode's server lists them. */
export const probeMessages: readonly object[] = [
  { info: { role: 'user' }, parts: [{ type: 'text', text: request }] },
  { info: { role: 'assistant' }, parts: [{ type: 'text', text: answer }] },
]

function lines(...records: readonly object[]): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}
