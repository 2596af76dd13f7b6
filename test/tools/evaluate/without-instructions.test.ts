import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../../src/formats/index.ts'
import { withoutInstructions } from '../../../src/tools/evaluate/evaluate.ts'
import type { Transcript, TranscriptEvent } from '../../../src/transcripts/transcript.ts'

function sessionOf(roles: readonly string[], events: readonly TranscriptEvent[]): Transcript {
  return {
    agent: 'messages',
    format: 'openai-chat',
    messages: roles.map((role, index) => ({ role, content: `message ${index}` })),
    origins: roles.map((_, index) => ({ line: index + 1 })),
    events,
    sidechains: [],
    problems: [],
  }
}

const format = formatNamed('openai-chat')
const compaction = (at: number): TranscriptEvent => ({ type: 'compaction', line: 1, at })

describe('withoutInstructions', () => {
  it('leaves out what comes with every request, and moves what happened in between', () => {
    const session = sessionOf(
      ['system', 'user', 'developer', 'assistant', 'user'],
      [compaction(0), compaction(2), compaction(3), compaction(5)],
    )
    const { messages, origins, events } = withoutInstructions(session, format)
    expect(messages).toEqual([1, 3, 4].map(index => session.messages[index]))
    expect(origins.map(({ line }) => line)).toEqual([2, 4, 5])
    expect(events.map(({ at }) => at)).toEqual([0, 1, 1, 3])
  })

  it('gives a session without any back as it is', () => {
    const session = sessionOf(['user', 'assistant'], [compaction(1)])
    expect(withoutInstructions(session, format)).toBe(session)
  })
})
