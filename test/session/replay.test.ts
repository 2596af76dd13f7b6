import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sessionFiles } from '../../bench/session-files.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { createSessions, type StepReceipt } from '../../src/session/session.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import type { Transcript } from '../../src/types.ts'
import { isPrefix, requestLengths, serialized } from './growing-history.ts'

const transcripts = join(import.meta.dirname, '../../../shared/corpus/transcripts')
/** Of each kind of log the first, the last and those halfway between; all of them is what the benchmark does. */
const samples = [0, 0.33, 0.66, 1]
const agents = ['claude-code', 'cline', 'codex', 'copilot-cli', 'gemini-cli', 'openhands', 'pi', 'swe-agent', 'tau-bench']
const mostRequests = 30

function sampled(agent: string): readonly string[] {
  const files = sessionFiles(join(transcripts, agent))
  return [...new Set(samples.map(at => files[Math.round(at * (files.length - 1))] as string))]
}

/** Requests one by one, as an agent sends them: those of the second half, where there are too many. */
function requestsOf({ format, messages, system }: Transcript): readonly object[] {
  const { request } = formatNamed(format)
  return requestLengths(messages, format)
    .slice(-mostRequests)
    .map(length => ({
      model: 'm',
      ...(system === undefined || request.system[0] === undefined ? {} : { [request.system[0]]: system }),
      [request.messages]: messages.slice(0, length),
    }))
}

interface Sent {
  readonly messages: readonly unknown[]
  readonly receipt: StepReceipt
}

describe.skipIf(!existsSync(transcripts))('sessions of the corpus, which is not part of the project', () => {
  it.each(agents)('all through one door, request by request: %s', async agent => {
    const talks = await Promise.all(sampled(agent).map(file => readTranscript(file)))
    const sessions = createSessions({ fill: 12_000, drain: 6000, risk: 0.1 })
    const open = talks.map(talk => ({ talk, requests: requestsOf(talk), before: undefined as Sent | undefined }))
    let epochs = 0
    // In turns, so that every session is asked for between the requests of others.
    for (let turn = 0; turn < mostRequests; turn += 1)
      for (const one of open) {
        const given = one.requests[turn]
        if (given === undefined) continue
        const format = formatNamed(one.talk.format)
        const messagesOf = (request: object): readonly unknown[] =>
          (request as Readonly<Record<string, readonly unknown[]>>)[format.request.messages] ?? []
        const counted = await sessions.step(given, { dryRun: true })
        const { request, receipt, session } = await sessions.step(given)
        await sessions.prepare(session)
        const messages = messagesOf(request)
        if (counted.receipt.action !== receipt.action) console.log(agent, turn, JSON.stringify([counted.receipt, receipt].map(({receipt: _, ...r}) => r)))
        expect(serialized(messagesOf(counted.request))).toEqual(serialized(messages))
        if (format.check(messagesOf(given)).length === 0) expect(format.check(messages)).toEqual([])
        if (receipt.action === 'append' && one.before !== undefined)
          expect(isPrefix(serialized(one.before.messages), serialized(messages))).toBe(true)
        if (receipt.action === 'epoch') epochs += 1
        expect(receipt.action).not.toBe('untouched')
        one.before = { messages, receipt }
      }
    expect(sessions.receipts().length).toBeGreaterThan(0)
    console.log(agent, sessions.receipts().length, epochs, sessions.receipts().map(r => r.action[0]).join(''))
  })
})
