import { describe, expect, it } from 'vitest'
import { readTranscriptFrom } from '../../src/transcripts/entry.ts'
import { readFixture, rejections } from './agent-fixture.ts'

describe('a Qwen Code session', () => {
  it('is Gemini contents: results and words between them in one turn, no commands of the program', async () => {
    const transcript = await readFixture('qwen-code.jsonl')
    expect(transcript.messages).toEqual([
      { role: 'user', parts: [{ text: 'Which tax rate does the cart use?' }] },
      {
        role: 'model',
        parts: [
          { text: 'Look at both files.', thought: true },
          { text: 'I look.' },
          {
            functionCall: { id: 'c1', name: 'read_file', args: { absolute_path: '/home/dev/shop/cart.ts' } },
          },
          { functionCall: { id: 'c2', name: 'run_shell_command', args: { command: 'npm test' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'c1',
              name: 'read_file',
              response: { output: 'export const rate = 0.19\n' },
            },
          },
          { functionResponse: { id: 'c2', name: 'run_shell_command', response: { error: '1 failed' } } },
          { text: 'Only read, please.' },
        ],
      },
      { role: 'model', parts: [{ text: '19 %.' }] },
      { role: 'user', parts: [{ text: 'Make it 16 %.' }] },
      { role: 'model', parts: [{ text: 'Done: 16 %.' }] },
      { role: 'user', parts: [{ text: 'Ask a sub-agent for the tests.' }] },
      { role: 'model', parts: [{ text: 'One file: cart.test.ts.' }] },
    ])
    expect(rejections(transcript)).toEqual([])
    expect(transcript).toMatchObject({
      agent: 'qwen-code',
      format: 'gemini',
      session: '5b0c-0001',
      model: 'qwen3-max',
      cwd: '/home/dev/shop',
      problems: [],
    })
  })

  it('says what was used and where it was compressed, without what a rewind took back', async () => {
    const { events, origins } = await readFixture('qwen-code.jsonl')
    expect(events).toEqual([
      { type: 'usage', line: 3, at: 1, inputTokens: 900, outputTokens: 50, cachedTokens: 600 },
      { type: 'usage', line: 14, at: 5, inputTokens: 1200, outputTokens: 5 },
      {
        type: 'compaction',
        line: 15,
        at: 6,
        summary: 'The cart uses 16 %.',
        tokensBefore: 90_000,
        timestamp: '2026-06-02T09:04:00.000Z',
      },
    ])
    expect(origins.map(origin => origin.id)).toEqual(['r2', 'r3', 'r4', 'r7', 'r13', 'r14', 'r16', 'r18'])
  })

  it('keeps sub-agents and abandoned branches apart', async () => {
    const { sidechains } = await readFixture('qwen-code.jsonl')
    expect(sidechains).toMatchObject([
      { name: 'explore-7f3c', messages: [{}, { parts: [{ text: 'cart.test.ts' }] }] },
      { name: 'branch 1', messages: [{ parts: [{ text: 'Make it 7 %.' }] }, {}] },
    ])
  })

  it('may be the file of one sub-agent, with what it was given of its parent', async () => {
    const { messages, sidechains, model } = await readFixture('qwen-code-agent.jsonl')
    expect(messages).toMatchObject([
      { parts: [{ text: 'Which tax rate does the cart use?' }] },
      { parts: [{ text: '19 %.' }] },
      { parts: [{ text: 'Find who sets it.' }] },
      { parts: [{ text: 'rates.ts' }] },
    ])
    expect(sidechains).toEqual([])
    expect(model).toBe('qwen3-small')
  })

  it('names lines that cannot be read, and keeps the others', async () => {
    const lines = [
      { uuid: 'a', parentUuid: null, type: 'user', message: { role: 'user', parts: [{ text: 'Hi' }] } },
      { uuid: 'b', parentUuid: 'a', type: 'assistant', message: { role: 'model', parts: 'Hello' } },
      { uuid: 'c', parentUuid: 'zz', type: 'system', subtype: 'rewind', systemPayload: {} },
      { note: 'what is this' },
    ]
    const { messages, problems } = await readTranscriptFrom(
      lines.map(line => JSON.stringify(line)).join('\n'),
    )
    expect(messages).toHaveLength(1)
    expect(problems).toEqual([
      { line: 2, why: 'its message cannot be read: its parts are "Hello", not a list' },
      { line: 4, why: 'neither a message nor an event of a Qwen Code session' },
    ])
  })
})
