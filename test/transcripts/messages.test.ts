import { describe, expect, it } from 'vitest'
import { readTranscriptFrom } from '../../src/transcripts/entry.ts'
import { messages as reader } from '../../src/transcripts/messages.ts'
import type { FormatName } from '../../src/types.ts'

const samples: Readonly<Record<FormatName, readonly unknown[]>> = {
  plain: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ],
  'openai-chat': [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'a.txt' },
  ],
  anthropic: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'ls', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'a.txt' }] },
  ],
  'openai-responses': [
    { role: 'user', content: 'Hi' },
    { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: '*** Begin' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: 'ok' },
  ],
  gemini: [
    { role: 'user', parts: [{ text: 'Hi' }] },
    { role: 'model', parts: [{ text: 'Hello' }] },
  ],
  bedrock: [
    { role: 'user', content: [{ text: 'Hi' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1', name: 'ls', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'c1', content: [{ text: 'a.txt' }] } }] },
  ],
  'ai-sdk': [
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'ls', input: {} }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'ls', output: { type: 'text', value: 'a' } },
      ],
    },
  ],
}

const layouts: Readonly<Record<string, (messages: readonly unknown[]) => string>> = {
  'a JSON array': messages => JSON.stringify(messages),
  'a pretty JSON array': messages => JSON.stringify(messages, null, 2),
  JSONL: messages => messages.map(message => JSON.stringify(message)).join('\n'),
}

describe('bare messages', () => {
  for (const [layout, write] of Object.entries(layouts))
    it.each(Object.entries(samples))(`reads ${layout} of %s unchanged`, async (format, said) => {
      const transcript = await readTranscriptFrom(write(said))
      expect(transcript).toMatchObject({ agent: 'messages', format, sidechains: [], problems: [] })
      expect(transcript.messages).toEqual(said)
      expect(transcript.origins).toHaveLength(said.length)
    })

  it('passes messages on by reference', () => {
    const [first, ...rest] = samples.anthropic
    const builder = reader.begin()
    for (const [index, message] of [first, ...rest].entries()) builder.add(message, index + 1)
    expect(builder.finish().messages.every((message, index) => message === samples.anthropic[index])).toBe(
      true,
    )
  })

  it('counts lines of JSONL and keeps ids and times of messages', async () => {
    const { origins } = await readTranscriptFrom(
      '{"role":"user","content":"a","id":"m1","timestamp":"2026-01-01T00:00:00Z"}\n\n{"role":"user","content":"b"}\n',
    )
    expect(origins).toEqual([{ line: 1, timestamp: '2026-01-01T00:00:00Z', id: 'm1' }, { line: 3 }])
  })

  it.each([
    [
      'anthropic',
      {
        system: [
          { type: 'text', text: 'Be' },
          { type: 'text', text: 'brief.' },
        ],
        messages: samples.plain,
      },
      'Be\nbrief.',
    ],
    ['openai-chat', { messages: samples.plain, tools: [] }, undefined],
    ['openai-responses', { instructions: 'Be brief.', input: samples['openai-responses'] }, 'Be brief.'],
    [
      'gemini',
      { systemInstruction: { parts: [{ text: 'Be brief.' }] }, contents: samples.gemini },
      'Be brief.',
    ],
    [
      'bedrock',
      { modelId: 'some-model', system: [{ text: 'Be brief.' }], messages: samples.bedrock },
      'Be brief.',
    ],
  ])('reads a request body of %s, and keeps it', async (format, body, system) => {
    const request = { ...('modelId' in body ? {} : { model: 'some-model' }), ...body }
    const transcript = await readTranscriptFrom(JSON.stringify(request, null, 2))
    expect(transcript).toMatchObject({ agent: 'messages', format, model: 'some-model', request })
    expect(transcript.system).toBe(system)
  })

  it('takes a text in place of the input for one message of the user', async () => {
    const { messages, format } = await readTranscriptFrom('{"model":"m","input":"Hi"}')
    expect({ messages, format }).toEqual({
      messages: [{ role: 'user', content: 'Hi' }],
      format: 'openai-responses',
    })
  })

  it('reads many requests, one a line: the first is the transcript, the others are sidechains', async () => {
    const lines = [samples.plain, samples['openai-chat']].map(messages => JSON.stringify({ messages }))
    const transcript = await readTranscriptFrom(lines.join('\n'))
    expect(transcript).toMatchObject({ format: 'openai-chat', messages: samples.plain })
    expect(transcript.request).toBeUndefined()
    expect(transcript.sidechains).toEqual([
      {
        name: 'conversation-2',
        messages: samples['openai-chat'],
        origins: [{ line: 2 }, { line: 2 }, { line: 2 }],
      },
    ])
  })

  it('lets the format say what is wrong with a message', async () => {
    const reading = readTranscriptFrom('{"role":"narrator","content":"Once upon a time"}\n')
    await expect(reading).rejects.toMatchObject({ code: 'unknown-format', place: { message: 0, line: 1 } })
  })

  it('reports records that are no messages', async () => {
    const { problems } = await readTranscriptFrom('{"role":"user","content":"a"}\n7\n{"messages":3}\n')
    expect(problems).toEqual([
      { line: 2, why: 'not a JSON object or list' },
      { line: 3, why: 'the "messages" of this request is 3, not a list' },
    ])
  })
})
