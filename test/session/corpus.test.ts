import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sessionFiles } from '../../bench/session-files.ts'
import type { Format } from '../../src/formats/format.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { createSessions } from '../../src/session/session.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import { isPrefix, requestLengths, serialized } from './growing-history.ts'

const transcripts = join(import.meta.dirname, '../../../shared/corpus/transcripts')
const agents = [
  'claude-code',
  'cline',
  'codex',
  'copilot-cli',
  'gemini-cli',
  'openhands',
  'pi',
  'swe-agent',
  'tau-bench',
]
const maxRequests = 8
const maxExtraCost = 0.1

/** The first of them, or the last; the benchmark sends all. */
function sampled(agent: string, at: number): string {
  const files = sessionFiles(join(transcripts, agent))
  return files.at(at % 2 === 0 ? 0 : -1) as string
}

/** One by one, as the agent sent them: the last ones, where there are too many. */
function requestsOf({ messages, system }: Transcript, { name, request }: Format): readonly object[] {
  const [key] = request.system
  const beside = system === undefined || key === undefined ? {} : { [key]: system }
  return requestLengths(messages, name)
    .slice(-maxRequests)
    .map(length => ({ model: 'm', ...beside, [request.messages]: messages.slice(0, length) }))
}

function messagesOf(request: object, format: Format): readonly unknown[] {
  return (request as Readonly<Record<string, readonly unknown[]>>)[format.request.messages] ?? []
}

describe.skipIf(!existsSync(transcripts))('sessions of the corpus, which is not part of the project', () => {
  it('are sent without an invalid request or a changed byte, one of each agent', async () => {
    const files = await Promise.all(agents.map((agent, at) => readTranscript(sampled(agent, at))))
    const talks = files.map(transcript => {
      const format = formatNamed(transcript.format)
      return { format, requests: requestsOf(transcript, format), before: [] as readonly string[] }
    })
    const sessions = createSessions({ highWater: 12_000, lowWater: 6000, maxExtraCost })
    // In turns, so that every session is asked for between the requests of others.
    for (let turn = 0; turn < maxRequests; turn += 1)
      for (const talk of talks) {
        const given = talk.requests[turn]
        if (given === undefined) continue
        const { format, before } = talk
        const counted = await sessions.step(given, { dryRun: true })
        const { request, receipt, session } = await sessions.step(given)
        await sessions.prepare(session)
        const sent = messagesOf(request, format)
        const problems = format.check(messagesOf(given, format))
        expect(format.check(sent).length).toBeLessThanOrEqual(problems.length)
        talk.before = serialized(sent)
        if (receipt.action !== 'epoch') expect(isPrefix(before, talk.before)).toBe(true)
        expect(receipt.action).not.toBe('untouched')
        expect(receipt.cost.total.sent).toBeLessThanOrEqual(receipt.cost.total.given * (1 + maxExtraCost) + 1)
        // A dry run equals the run.
        expect(counted.receipt.tokens).toEqual(receipt.tokens)
        expect(serialized(messagesOf(counted.request, format))).toEqual(talk.before)
      }
    expect(new Set(sessions.receipts().map(({ session }) => session)).size).toBe(agents.length)
  })
})
