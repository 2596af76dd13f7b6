import { describe, expect, it } from 'vitest'
import { compressSync, uncompressSync } from '../../../../src/index.ts'
import { providerTool } from '../../../../src/strategies/coverage/read/provider-tool.ts'

const read = (value: unknown): unknown => {
  const { type, name, callId, text } = {
    name: undefined,
    ...(providerTool({ type: 'opaque', kind: 'serverTool', value }) ?? {
      type: undefined,
      callId: undefined,
      text: undefined,
    }),
  }
  return [type, name, callId, text]
}

describe('providerTool', () => {
  it.each<[string, unknown, readonly unknown[]]>([
    [
      'a search of Anthropic',
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'row order' } },
      ['toolCall', 'web_search', 's1', '{"query":"row order"}'],
    ],
    [
      'all that a tool was asked',
      {
        type: 'mcp_tool_use',
        id: 'm1',
        name: 'add_issue',
        input: { name: 'Crash', status: 'open', user_id: 7 },
      },
      ['toolCall', 'add_issue', 'm1', '{"name":"Crash","status":"open","user_id":7}'],
    ],
    [
      'its hits, without what is encrypted',
      {
        type: 'web_search_tool_result',
        tool_use_id: 's1',
        content: [
          { type: 'web_search_result', title: 'Rows', url: 'https://a.example', encrypted_content: 'Zm9v' },
        ],
      },
      ['toolResult', undefined, 's1', '[{"title":"Rows","url":"https://a.example"}]'],
    ],
    [
      'a call with its output of OpenAI Responses',
      {
        type: 'mcp_call',
        id: 'm1',
        name: 'get_issue',
        arguments: '{"number":7}',
        output: 'open',
        error: null,
      },
      ['toolCall', 'get_issue', 'm1', '{"arguments":"{\\"number\\":7}","output":"open"}'],
    ],
    [
      'of tools that were found only their names',
      {
        type: 'tool_search_output',
        execution: 'client',
        tools: [
          { type: 'namespace', name: 'wiki', tools: [{ name: 'ask', parameters: { type: 'object' } }] },
          { type: 'function', name: 'rows', description: 'Rows of a table.' },
          7,
        ],
      },
      ['toolCall', 'tool_search_output', '', '{"execution":"client","tools":"ask, rows"}'],
    ],
    [
      'code of Gemini',
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      ['toolCall', 'executableCode', '', '{"executableCode":{"language":"PYTHON","code":"print(1)"}}'],
    ],
    [
      'an answer in any script',
      { type: 'mcp_tool_result', tool_use_id: 's2', content: '東京は雨' },
      ['toolResult', undefined, 's2', '"東京は雨"'],
    ],
    ['nothing of a part that says nothing', { type: 'web_search_call', id: 'w1', status: 'completed' }, []],
    ['nothing of what is no object', 'text', []],
  ])('reads %s', (_, value, expected) => {
    expect(read(value)).toEqual(
      expected.length === 0 ? [undefined, undefined, undefined, undefined] : expected,
    )
  })

  it.each([true, false, undefined])('reads whether a call failed: %s', is_error => {
    const value = { type: 'mcp_tool_result', tool_use_id: 'm1', content: [{ text: 'No issue 7.' }], is_error }
    const block = providerTool({ type: 'opaque', kind: 'serverTool', value })
    expect(block?.type === 'toolResult' && block.isError).toBe(is_error)
  })

  it('masks secrets', () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const value = { type: 'mcp_call', name: 'login', arguments: JSON.stringify({ token }) }
    const block = providerTool({ type: 'opaque', kind: 'serverTool', value })
    expect(block?.text).toContain('[secret:')
    expect(block?.text).not.toContain(token)
  })

  it('shows in a view what a provider searched for and found, and brings the parts back', () => {
    const found = [
      { type: 'web_search_result', title: 'Release 4.2.1 of libfoo', url: 'https://libfoo.example' },
    ]
    const messages = [
      { role: 'user', content: 'Which release of libfoo mends the crash?' },
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'libfoo crash' } },
          { type: 'web_search_tool_result', tool_use_id: 's1', content: found },
          { type: 'text', text: 'The latest one.' },
        ],
      },
      ...Array.from({ length: 12 }, (_, at) => [
        { role: 'user', content: `Check part ${at} of the migration.` },
        { role: 'assistant', content: `Part ${at} is as it was. `.repeat(30) },
      ]).flat(),
      { role: 'user', content: 'Now pin it.' },
    ]
    const { messages: view, originalsByHash } = compressSync(messages, { format: 'anthropic', budget: '40%' })
    expect(JSON.stringify(view)).toContain(String.raw`web_search \"libfoo crash`)
    expect(JSON.stringify(view)).toContain('Release 4.2.1 of libfoo')
    expect(uncompressSync(view, originalsByHash).messages).toEqual(messages)
  })
})
