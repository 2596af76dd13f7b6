import { beforeAll, describe, expect, it } from 'vitest'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string, name: string, input: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

describe('OpenHands output with tool calls', () => {
  let transcript: Transcript
  beforeAll(async () => {
    transcript = await readFixture('openhands.jsonl')
  })

  it('says each response once, with the results of all its calls', () => {
    expect(transcript.messages).toEqual([
      { role: 'system', content: 'You are OpenHands agent.' },
      {
        role: 'user',
        content: [
          text('Fix the segfault.'),
          { type: 'image_url', image_url: { url: 'https://example.org/trace.png' } },
        ],
      },
      {
        role: 'user',
        content:
          '<REPOSITORY_INSTRUCTIONS>\nUse make.\n</REPOSITORY_INSTRUCTIONS>\n<EXTRA_INFO>\nA token is set.\n</EXTRA_INFO>',
      },
      {
        role: 'assistant',
        content: 'I look around.',
        tool_calls: [
          call('toolu_01', 'execute_bash', { command: 'ls' }),
          call('toolu_02', 'str_replace_editor', { command: 'view', path: '/w/a.c' }),
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_02', name: 'str_replace_editor', content: 'int main;' },
      {
        role: 'tool',
        tool_call_id: 'toolu_01',
        name: 'execute_bash',
        content: 'a.c\n[The command completed with exit code 0.]',
      },
      { role: 'user', content: "Parameter 'command' is wrong." },
      { role: 'assistant', content: 'All is well.\nFixed the segfault.' },
    ])
    expect(rejections(transcript)).toEqual([])
  })

  it('keeps condensations and usage as events', () => {
    expect(transcript.events).toEqual([
      { type: 'usage', line: 1, at: 3, inputTokens: 5920, outputTokens: 128 },
      {
        type: 'compaction',
        line: 1,
        at: 7,
        summary: 'Files were read.',
        timestamp: '2025-04-30T16:32:09.000000',
      },
      { type: 'usage', line: 1, at: 7, inputTokens: 5920, outputTokens: 128 },
    ])
  })

  it('is one task; the others are sidechains, and one without events is nothing', () => {
    expect(transcript).toMatchObject({
      agent: 'openhands',
      format: 'openai-chat',
      session: 'ponyc-1',
      model: 'openai/llama-4',
      problems: [],
    })
    expect(transcript.sidechains).toEqual([
      {
        name: 'ponyc-3',
        messages: [
          { role: 'user', content: 'Fix the lexer.' },
          { role: 'assistant', content: 'What do you mean?' },
        ],
        origins: [
          { line: 3, id: '0', timestamp: '2025-04-30T16:32:00.000000' },
          { line: 3, id: '1', timestamp: '2025-04-30T16:32:01.000000' },
        ],
      },
    ])
    expect(transcript.origins[5]).toEqual({
      line: 1,
      id: '7',
      timestamp: '2025-04-30T16:32:07.000000',
      cwd: '/w',
    })
  })
})

describe('OpenHands output of the time before tool calls', () => {
  it('is text: actions in tags, observations from the user, in pairs or one by one', async () => {
    const transcript = await readFixture('openhands-text.jsonl')
    expect(transcript.session).toBe('octo/viewer#5')
    expect(transcript.messages).toEqual([
      { role: 'user', content: 'Add a licence.' },
      { role: 'assistant', content: 'I create it.\n<execute_bash>\ntouch LICENSE\n</execute_bash>' },
      { role: 'user', content: '[exit code 0]' },
      { role: 'assistant', content: '<execute_ipython>\nprint(1)\n</execute_ipython>' },
      { role: 'user', content: '1' },
      { role: 'assistant', content: 'I check.\n<browse>\nhttps://example.org\n</browse>' },
      { role: 'user', content: 'Example' },
      { role: 'assistant', content: 'Done.\n<finish></finish>' },
    ])
    expect(rejections(transcript)).toEqual([])
  })
})

describe('OpenHands output of its SDK', () => {
  it('joins the calls of one response, and answers errors and finishing like any call', async () => {
    const transcript = await readFixture('openhands-sdk.jsonl')
    expect(transcript.messages).toEqual([
      { role: 'system', content: [text('You are OpenHands.')] },
      {
        role: 'user',
        content: [
          text('Fix it.'),
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aW1n' } },
          text('Use pytest.'),
        ],
      },
      {
        role: 'assistant',
        content: [text('I look.')],
        reasoning_content: 'Start with ls.',
        thinking_blocks: [{ type: 'thinking', thinking: 'ls', signature: 'c2ln' }],
        tool_calls: [
          call('call_1', 'terminal', { command: 'ls' }),
          call('call_2', 'file_editor', { command: 'view', path: '/a.py' }),
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', name: 'terminal', content: [text('a.py')] },
      { role: 'tool', tool_call_id: 'call_2', name: 'file_editor', content: 'File not found.' },
      { role: 'assistant', content: null, tool_calls: [call('call_3', 'finish', { message: 'Done.' })] },
      {
        role: 'tool',
        tool_call_id: 'call_3',
        name: 'finish',
        content: [text('{"kind":"FinishObservation","message":"Done."}')],
      },
    ])
    expect(transcript.events).toEqual([
      {
        type: 'compaction',
        line: 1,
        at: 5,
        summary: 'A file was listed.',
        timestamp: '2026-01-05T08:00:07.000000',
      },
    ])
    expect(transcript).toMatchObject({
      session: 'django-1',
      model: 'anthropic/claude-sonnet-4-5',
      problems: [],
    })
    expect(rejections(transcript)).toEqual([])
  })
})

interface LoggedEvent {
  readonly action?: string
  readonly observation?: string
  readonly extras?: { readonly microagent_knowledge?: readonly unknown[] }
}

describe.skipIf(noCorpus)('OpenHands in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads, with the counts of its manifest', async () => {
    for (const { messages, transcript, records } of await readCorpus('openhands')) {
      const events = records.flatMap(record => record.history as LoggedEvent[])
      // A recall is logged as an action, which no model sees, and as an observation, seen if it found anything.
      const unseen = events.filter(
        ({ action, observation, extras }) =>
          action === 'recall' || (observation === 'recall' && extras?.microagent_knowledge?.length === 0),
      )
      const spoken = [transcript, ...transcript.sidechains].flatMap(each => each.messages)
      expect(messages).toBe(events.length)
      expect(spoken.length).toBe(messages - unseen.length)
      expect(1 + transcript.sidechains.length).toBe(records.length)
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript)).toEqual([])
    }
  })
})
