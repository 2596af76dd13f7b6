import { describe, expect, it } from 'vitest'
import { plainOutput } from '../../src/reduce/plain-output.ts'

describe('plainOutput', () => {
  it.each([
    ['plain', 'a\nb', 'a\nb'],
    ['coloured', '\u001b[32mdone\u001b[0m', 'done'],
    ['wrapped', '{"output":"a\\nb\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}', 'a\nb\n'],
    [
      'wrapped and failed',
      '{"output":"a\\n","metadata":{"exit_code":2,"duration_seconds":0.1}}',
      'a\nExit code 2',
    ],
    ['wrapped and coloured', '{"output":"\\u001b[31mred\\u001b[0m","metadata":{}}', 'red'],
    ['cut in its wrapper', '{"output":"a\\nb', '{"output":"a\\nb'],
    ['an answer', '[{"query":"ls","result":"a\\nb","success":true}]', 'a\nb'],
    [
      'several answers',
      '[{"query":"ls","result":"a\\n","success":true},{"query":"pwd","result":"","error":"not found","success":false}]',
      'ls\na\npwd\nnot found',
    ],
    ['on two streams', '{"stdout":"a","stderr":"b","interrupted":false}', 'a\nb'],
    ['of parts', '[{"type":"text","text":"a"},{"type":"text","text":"b"}]', 'a\nb'],
    ['in parts', '{"content":[{"type":"text","text":"a"}],"isError":false}', 'a'],
    ['data', '[{"text":"a","author":"Bo"}]', '[{"text":"a","author":"Bo"}]'],
    ['a list of data', '[{"result":"a"},{"id":1}]', '[{"result":"a"},{"id":1}]'],
    ['a number', '{"result":4}', '{"result":4}'],
    ['an object of its own', '{"output":{"a":1}}', '{"output":{"a":1}}'],
  ])('reads what is %s', (_, text, shown) => {
    expect(plainOutput(text)).toBe(shown)
  })
})
