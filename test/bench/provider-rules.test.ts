import { describe, expect, it } from 'vitest'
import { refusals } from '../../bench/replay/provider-rules.ts'

type Message = Readonly<Record<string, unknown>>

const user = (content: unknown): Message => ({ role: 'user', content })
const assistant = (content: unknown): Message => ({ role: 'assistant', content })
const use = (id: string): Message => ({ type: 'tool_use', id, name: 'run', input: {} })
const result = (id: string): Message => ({ type: 'tool_result', tool_use_id: id, content: 'done' })
const text = (words: string): Message => ({ type: 'text', text: words })

describe('the rules of Anthropic', () => {
  const check = (...messages: readonly Message[]) =>
    refusals('anthropic', { messages, tools: [{ name: 'run' }] })

  it('let a conversation pass', () => {
    expect(
      check(user('go'), assistant([text('on it'), use('a'), use('b')]), user([result('b'), result('a')])),
    ).toEqual([])
    expect(check(user('go'), assistant([use('a')]), user([result('a')]), user('and this'))).toEqual([])
  })

  it.each([
    ['a call without its result', [user('go'), assistant([use('a')]), user('never mind')]],
    [
      'a result that comes a turn later',
      [user('go'), assistant([use('a')]), user('wait'), assistant('ok'), user([result('a')])],
    ],
    ['a result behind a text', [user('go'), assistant([use('a')]), user([text('see:'), result('a')])]],
    ['a result without its call', [user([result('a')])]],
    ['a second result of a call', [user('go'), assistant([use('a')]), user([result('a'), result('a')])]],
    ['an open call at the end', [user('go'), assistant([use('a')])]],
    ['a blank text', [user('go'), assistant([text(' \n')]), user('and')]],
    ['no content', [user([]), assistant('hm')]],
    ['a beginning of the assistant', [assistant('hello'), user('go')]],
    ['thinking without its signature', [user('go'), assistant([{ type: 'thinking', thinking: 'hm' }])]],
    ['a role of others', [user('go'), { role: 'tool', content: 'done' }]],
  ])('refuse %s', (_, messages) => {
    expect(check(...messages)).not.toEqual([])
  })

  it('refuse results without any tools', () => {
    const messages = [user('go'), assistant([use('a')]), user([result('a')])]
    expect(refusals('anthropic', { messages })).not.toEqual([])
  })
})

describe('the rules of Chat Completions', () => {
  const check = (...messages: readonly Message[]) => refusals('openai-chat', { messages })
  const calling = (...ids: readonly string[]): Message => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map(id => ({ id, type: 'function', function: { name: 'run', arguments: '{}' } })),
  })
  const tool = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'done' })

  it('let a conversation pass', () => {
    expect(check(user('go'), calling('a', 'b'), tool('a'), tool('b'), user('on'), user('and on'))).toEqual([])
  })

  it.each([
    ['a call without its result', [user('go'), calling('a', 'b'), tool('a'), user('on')]],
    ['a result without its call', [user('go'), tool('a')]],
    ['a result behind another message', [user('go'), calling('a'), user('wait'), tool('a')]],
    ['an empty message', [user('go'), assistant(null)]],
    ['an empty list of calls', [user('go'), { role: 'assistant', content: 'x', tool_calls: [] }]],
    ['an unknown role', [{ role: 'person', content: 'x' }]],
  ])('refuse %s', (_, messages) => {
    expect(check(...messages)).not.toEqual([])
  })

  it('demand turns, where a template does', () => {
    const strict = (...messages: readonly Message[]) =>
      refusals('openai-chat', { messages }, { isAlternating: true })
    const system = { role: 'system', content: 'be kind' }
    expect(
      strict(
        system,
        user('go'),
        calling('a'),
        tool('a'),
        assistant('done'),
        user('more'),
        calling('b'),
        tool('b'),
      ),
    ).toEqual([])
    expect(strict(system, user('go'), user('more'))).not.toEqual([])
    expect(strict(user('go'), assistant('a'), assistant('b'))).not.toEqual([])
    expect(strict(user('go'), system)).not.toEqual([])
  })
})

describe('the rules of Responses', () => {
  const check = (...input: readonly Message[]) => refusals('openai-responses', { input })
  const call = (id: string, type = 'function_call'): Message => ({ type, call_id: id })
  const output = (id: string, type = 'function_call_output'): Message => ({
    type,
    call_id: id,
    output: 'done',
  })
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] }

  it('let a conversation pass', () => {
    expect(
      check(
        user('go'),
        reasoning,
        call('a'),
        call('s', 'tool_search_call'),
        output('s', 'tool_search_output'),
        output('a'),
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
        assistant([{ type: 'output_text', text: 'done' }]),
      ),
    ).toEqual([])
  })

  it.each([
    ['a call without its output', [user('go'), call('a'), user('on')]],
    ['a call of any other type without it', [user('go'), call('s', 'tool_search_call')]],
    ['an output without its call', [user('go'), output('a')]],
    ['an output of any other type without it', [user('go'), output('s', 'tool_search_output')]],
    ['an output before its call', [user('go'), output('a'), call('a')]],
    ['reasoning that leads to nothing', [user('go'), reasoning, user('on')]],
    ['two items of one id', [user('go'), reasoning, reasoning, assistant('x')]],
    ['parts of another role', [user([{ type: 'output_text', text: 'go' }])]],
  ])('refuse %s', (_, input) => {
    expect(check(...input)).not.toEqual([])
  })
})
