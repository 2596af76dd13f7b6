import { describe, expect, it } from 'vitest'
import { plainOutput } from '../../../src/reduce/content/plain-output.ts'

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
    ['an object of its own', '{"output":{"a":1}}', '{"output":{"a":1}}'],
  ])('reads what is %s', (_, text, shown) => {
    expect(plainOutput(text)).toBe(shown)
  })
})
