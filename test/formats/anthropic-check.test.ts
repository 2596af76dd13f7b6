import { describe, expect, it } from 'vitest'
import { checkAnthropic } from '../../src/formats/anthropic-check.ts'
import { systemTurns } from './anthropic.samples.ts'

const user = (...content: unknown[]) => ({ role: 'user', content })
const assistant = (...content: unknown[]) => ({ role: 'assistant', content })
const system = (content: string) => ({ role: 'system', content })
const text = (words: string) => ({ type: 'text', text: words })
const call = (id: unknown, input: unknown = {}) => ({ type: 'tool_use', id, name: 'ls', input })
const result = (id: unknown) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'sealed' }
const unsigned = { type: 'thinking', thinking: 'Hm.' }
const unsaid = { ...thinking, thinking: '' }
const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
const searched = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
const go = user(text('Go.'))
const so = assistant(text('So.'))

/** What is sent, and every problem with it as the number of its message and its code. */
const cases: Readonly<Record<string, readonly [messages: readonly unknown[], problems: string]>> = {
  'nothing wrong': [[go, so], ''],
  'no messages': [[], ''],
  'the assistant first': [[so, go], '0 wrong-order'],
  'a role of others': [[go, { role: 'tool', content: 'ok' }], '1 illegal-role'],
  'no message at all': [[go, null], '1 malformed'],
  'no content': [[{ role: 'user' }], '0 malformed'],
  'a block without a type': [[user({ text: 'Go.' })], '0 malformed'],
  'an empty text': [[{ role: 'user', content: '' }], '0 empty-content'],
  'an empty list': [[user()], '0 empty-content'],
  'an empty answer before the last': [[go, { role: 'assistant', content: '' }, go], '1 empty-content'],
  'an empty last answer': [[go, { role: 'assistant', content: '' }], ''],
  'blank text blocks': [[user(text(' \n')), assistant(text('')), go], '0 empty-content, 1 empty-content'],

  'results in pieces': [[go, assistant(call('a'), call('b')), user(result('b')), user(result('a'))], ''],
  'a result behind text': [[go, assistant(call('a')), user(text('Here:'), result('a'))], '2 wrong-order'],
  'text between results': [
    [go, assistant(call('a'), call('b')), user(result('a'), text('And:'), result('b'))],
    '2 wrong-order',
  ],
  'a result after the next answer': [
    [go, assistant(call('a'), call('b')), user(result('a')), so, user(result('b'))],
    '4 wrong-order',
  ],
  'a result too late': [[go, assistant(call('a')), go, so, user(result('a'))], '4 wrong-order'],
  'a result of nothing': [[go, so, user(result('a'))], '2 unpaired-result'],
  'two results of one call': [
    [go, assistant(call('a')), user(result('a'), result('a'))],
    '2 unpaired-result',
  ],
  'one call without result': [[go, assistant(call('a'), call('b')), user(result('b'))], '1 unpaired-call'],
  'an open call at the end': [[go, assistant(call('a'))], '1 unpaired-call'],
  'a call of the user': [[user(call('a')), so], '0 illegal-role'],
  'a result of the assistant': [[go, assistant(text('So.'), result('a'))], '1 illegal-role'],

  'an identifier used twice': [
    [go, assistant(call('a')), user(result('a')), assistant(call('a')), user(result('a'))],
    '3 malformed',
  ],
  'an identifier with a dot': [[go, assistant(call('fs.read')), user(result('fs.read'))], '1 malformed'],
  'no identifier': [[go, assistant(call(undefined)), go], '1 unpaired-call, 1 malformed'],
  'an identifier that is no string': [
    [go, assistant(call({ toString: 1, valueOf: 1 })), user(result({ toString: 1 }))],
    '1 malformed',
  ],
  'arguments that are no object': [[go, assistant(call('a', 'text')), user(result('a'))], '1 malformed'],

  'thinking before its call': [[go, assistant(thinking, call('a')), user(result('a'))], ''],
  'thinking behind its call': [
    [go, assistant(call('a'), thinking, call('b')), user(result('a'), result('b'))],
    '1 broken-reasoning',
  ],
  'thinking at the very end': [[go, assistant(text('So.'), thinking)], '1 broken-reasoning'],
  'thinking at the end of an earlier turn': [[go, assistant(text('So.'), thinking), go], ''],
  'thinking without its signature': [[go, assistant(unsigned, text('So.'))], '1 broken-reasoning'],
  'thinking without words, as newer models send it': [[go, assistant(unsaid, text('So.'))], ''],
  'redacted thinking without data': [
    [go, assistant({ type: 'redacted_thinking' }, text('So.'))],
    '1 broken-reasoning',
  ],
  'thinking of the user': [[user(thinking), so], '0 illegal-role'],

  'system messages in their places': [systemTurns, ''],
  'a system message first': [[system('Be brief.'), go], '0 wrong-order'],
  'a system message before the user speaks': [[go, system('Be brief.'), go], '1 wrong-order'],
  'a system message before the result': [
    [go, assistant(call('a')), system('Wait.'), user(result('a'))],
    '2 wrong-order, 3 wrong-order',
  ],
  'a system message behind an answer': [[go, so, system('Wait.')], '2 wrong-order'],
  'a system message behind a result of the server': [[go, assistant(search, searched), system('Go on.')], ''],
  'a result of the server without its call': [[go, assistant(searched)], '1 unpaired-result'],
  'a server tool that is still at work': [[go, assistant(search)], ''],
}

describe('checkAnthropic', () => {
  it.each(Object.entries(cases))('judges %s', (_name, [messages, expected]) => {
    const problems = checkAnthropic(messages)
    expect(problems.map(({ message, code }) => `${message} ${code}`).join(', ')).toBe(expected)
  })
})
