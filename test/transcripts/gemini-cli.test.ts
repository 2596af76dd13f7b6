import { describe, expect, it } from 'vitest'
import { gemini } from '../../src/formats/gemini.ts'
import { readTranscript, readTranscriptFrom } from '../../src/transcripts/entry.ts'
import { fixture } from './fixture.ts'

describe('Gemini CLI', () => {
  it('reads a session document as contents with calls and responses in pairs', async () => {
    const transcript = await readTranscript(fixture('gemini-cli.json'))
    expect(transcript).toMatchObject({
      agent: 'gemini-cli',
      format: 'gemini',
      session: '9e31-0001',
      model: 'gemini-2.5-pro',
      problems: [],
    })
    expect(transcript.messages).toEqual([
      { role: 'user', parts: [{ text: 'Which colours are in docs?' }] },
      {
        role: 'model',
        parts: [
          { text: 'I will look.' },
          { functionCall: { id: 'list-1', name: 'list_directory', args: { dir_path: 'docs' } } },
          { functionCall: { id: 'read-1', name: 'read_file', args: { file_path: 'docs/blue.md' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'list-1', name: 'list_directory', response: { output: 'blue.md' } } },
          { functionResponse: { id: 'read-1', name: 'read_file', response: { output: 'Blue.' } } },
        ],
      },
      { role: 'model', parts: [{ text: 'Blue.' }] },
    ])
    expect(gemini.check(transcript.messages)).toEqual([])
  })

  it('says where contents came from and what they cost, thoughts included in the output', async () => {
    const { origins, events } = await readTranscript(fixture('gemini-cli.json'))
    expect(origins.map(origin => origin.id)).toEqual(['e1', 'e3', 'e4', 'e5'])
    expect(origins[0]).toEqual({ line: 1, timestamp: '2026-05-01T08:00:00.000Z', id: 'e1' })
    expect(events).toEqual([
      { type: 'usage', line: 1, at: 1, inputTokens: 1200, outputTokens: 50, cachedTokens: 800 },
    ])
  })

  it('replays JSONL: entries that grow, a rewind, and a history in place of the one so far', async () => {
    const transcript = await readTranscript(fixture('gemini-cli.jsonl'))
    expect(transcript).toMatchObject({ session: '9e31-0002', model: 'gemini-3-pro', cwd: '/home/ada/dates' })
    expect(transcript.origins.map(origin => origin.id)).toEqual(['e1', 'e2', 'e2', 'e3', 'e6', 'n1', 'e7'])
    expect(transcript.events).toEqual([
      { type: 'usage', line: 4, at: 1, inputTokens: 500, outputTokens: 5, cachedTokens: 0 },
      { type: 'compaction', line: 11, at: 5 },
    ])
    expect(gemini.check(transcript.messages)).toEqual([])
    expect(transcript.problems).toEqual([])
  })

  it('leaves a call that was never answered open', async () => {
    const entry = {
      id: 'e1',
      type: 'gemini',
      content: '',
      toolCalls: [{ id: 'c1', name: 'ls', args: {}, result: null }],
    }
    const { messages } = await readTranscriptFrom(
      JSON.stringify({ sessionId: 's', startTime: 't', messages: [entry] }),
    )
    expect(messages).toEqual([
      { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'ls', args: {} } }] },
    ])
  })

  it('keeps everything where a rewind names an entry that is not there', async () => {
    const lines = [
      { sessionId: 's', startTime: 't' },
      { id: 'e1', type: 'user', content: 'Hello' },
      { $rewindTo: 'e9' },
      { note: 'what is this' },
    ]
    const { messages, problems } = await readTranscriptFrom(
      lines.map(line => JSON.stringify(line)).join('\n'),
    )
    expect(messages).toHaveLength(1)
    expect(problems).toEqual([
      { line: 4, why: 'neither an entry of the conversation nor a change of the session' },
    ])
  })
})
