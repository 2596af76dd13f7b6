import { describe, expect, it } from 'vitest'
import { checkGemini } from '../../src/formats/gemini-check.ts'

const user = (...parts: unknown[]) => ({ role: 'user', parts })
const model = (...parts: unknown[]) => ({ role: 'model', parts })
const call = (name: string, id?: string) => ({
  functionCall: { ...(id === undefined ? {} : { id }), name, args: {} },
})
const response = (name: string, id?: string) => ({
  functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: 'ok' } },
})
const go = user({ text: 'Go.' })
const so = model({ text: 'So.' })

/** What is sent, and every problem with it as the number of its content and its code. */
const cases: Readonly<Record<string, readonly [contents: readonly unknown[], problems: string]>> = {
  'nothing wrong': [[go, so, go], ''],
  'no contents': [[], ''],
  'no content at all': [[go, null], '1 malformed'],
  'a role of others': [[go, { role: 'assistant', parts: [{ text: 'So.' }] }], '1 illegal-role'],
  'no parts': [[go, { role: 'model' }], '1 empty-content'],
  'an empty list of parts': [[user()], '0 empty-content'],
  'an empty text': [[user({ text: '' })], '0 empty-content'],
  'an empty text that carries a signature': [
    [go, model({ text: 'So.' }, { text: '', thoughtSignature: 'c2ln' })],
    '',
  ],
  'a part that is no object': [[user('Go.')], '0 malformed'],

  'a call and its response': [[go, model(call('ls')), user(response('ls')), so], ''],
  'responses in another order': [
    [go, model(call('ls', 'a'), call('ls', 'b')), user(response('ls', 'b'), response('ls', 'a'))],
    '',
  ],
  'words beside the response': [[go, model(call('ls')), user(response('ls'), { text: 'And now?' })], ''],
  'calls in a row': [
    [go, model(call('ls')), user(response('ls')), model(call('ls')), user(response('ls'))],
    '',
  ],
  'one response too few': [[go, model(call('ls'), call('ls')), user(response('ls')), so], '1 unpaired-call'],
  'one response too many': [
    [go, model(call('ls')), user(response('ls'), response('ls'))],
    '2 unpaired-result',
  ],
  'responses in two contents': [
    [go, model(call('ls', 'a'), call('ls', 'b')), user(response('ls', 'a')), user(response('ls', 'b'))],
    '3 wrong-order',
  ],
  'a response too late': [[go, model(call('ls', 'a')), go, user(response('ls', 'a'))], '3 wrong-order'],
  'a response of another function': [
    [go, model(call('ls')), user(response('pwd'))],
    '1 unpaired-call, 2 unpaired-result',
  ],
  'a response of nothing': [[go, so, user(response('ls'))], '2 unpaired-result'],
  'a call interrupted and made again': [
    [go, model(call('ls')), go, model(call('ls')), user(response('ls'))],
    '1 unpaired-call',
  ],
  'an open call at the end': [[go, model(call('ls'))], '1 unpaired-call'],
  'a call first': [[model(call('ls')), user(response('ls'))], '0 wrong-order'],
  'a call behind other words of the model': [
    [go, so, model(call('ls')), user(response('ls'))],
    '2 wrong-order',
  ],
  'a call of the user': [[go, user(call('ls')), user(response('ls'))], '1 illegal-role'],
  'a response of the model': [[go, model(call('ls')), model(response('ls'))], '2 illegal-role'],
}

describe('checkGemini', () => {
  it.each(Object.entries(cases))('judges %s', (_name, [contents, expected]) => {
    const problems = checkGemini(contents)
    expect(problems.map(({ message, code }) => `${message} ${code}`).join(', ')).toBe(expected)
  })
})
