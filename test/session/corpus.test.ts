import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { createSession } from '../../src/session/session.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import { isPrefix, serialized } from './growing-history.ts'

const transcripts = join(import.meta.dirname, '../../../shared/corpus/transcripts')
/** One of each kind of log, the first that has enough steps to say something. */
const agents = ['claude-code', 'codex', 'gemini-cli', 'pi']
const mostSteps = 40

describe.skipIf(!existsSync(transcripts))('sessions of the corpus, which is not part of the project', () => {
  it.each(agents)('are sent without an invalid request or a changed byte: %s', async agent => {
    const [name] = readdirSync(join(transcripts, agent)).sort()
    const transcript = await readTranscript(join(transcripts, agent, name as string))
    const format = formatNamed(transcript.format)
    const roles = format.read(transcript.messages).map(({ role }) => role)
    const lengths = roles.flatMap((role, index) => (role === 'assistant' && index > 0 ? [index] : []))
    const session = createSession({ format: transcript.format, fill: 12_000, drain: 6000, risk: 0.1 })
    let before: readonly string[] = []
    for (const length of lengths.slice(0, mostSteps)) {
      const given = transcript.messages.slice(0, length)
      const { request, receipt } = await session.step([...given])
      const now = serialized(request)
      if (receipt.action !== 'epoch') expect(isPrefix(before, now)).toBe(true)
      expect(format.check(request).length).toBeLessThanOrEqual(format.check(given).length)
      expect(receipt.cost.total.sent).toBeLessThanOrEqual(receipt.cost.total.given * 1.1001)
      before = now
    }
    expect(session.receipts().length).toBeGreaterThan(0)
  })
})
