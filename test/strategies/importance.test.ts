import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { importanceScore, importanceSignals } from '../../src/strategies/importance/importance.ts'
import { chat, textsOf } from './view-of.ts'
import { said } from './work-session.ts'

const scores = (...texts: string[]): readonly number[] =>
  importanceSignals(texts.map(words => said('assistant', words))).map(importanceScore)

describe('what matters in a message', () => {
  it.each([
    ['a file', 'The value comes from src/api/auth.ts here.'],
    ['a decision', 'We decided to use sessions here.'],
    ['an error', 'The upload does not work here.'],
    ['a blocker', 'I am waiting for the key here.'],
  ])('%s raises it', (_, words) => {
    const [plain, weighty] = scores('The weather is fine here.', words)
    expect(weighty).toBeGreaterThan(plain as number)
  })

  it('acknowledgements and repetitions lower it', () => {
    const [thanks, plain, again] = scores(
      'Thanks!',
      'A sentence that comes twice.',
      'A sentence that comes twice.',
    )
    expect(thanks).toBeLessThan(again as number)
    expect(plain).toBeLessThan(again as number)
  })

  it('nearly the same text counts as a repetition', () => {
    const long = Array.from({ length: 30 }, (_, at) => `line ${at} of the report`).join('\n')
    const [first, second] = scores(long, `${long}\none more line`)
    expect(first).toBeLessThan(second as number)
  })

  it('a failed call counts as an error', () => {
    const failed = {
      role: 'tool',
      blocks: [{ type: 'toolResult', callId: 'a', text: 'no', media: 'text', isError: true }],
    } as const
    expect(importanceSignals([failed])[0]?.hasError).toBe(true)
  })
})

describe('the view', () => {
  const filler = Array.from({ length: 60 }, (_, at) => [
    said('user', `Thanks, and what about number ${at}? ${'It is a fine day. '.repeat(8)}`),
    said('assistant', `Number ${at} is ordinary. ${'Nothing else to say. '.repeat(8)}`),
  ]).flat()
  const decision = 'We decided to store tokens in src/auth/vault.ts because cookies leak.'
  const messages = [
    said('user', 'Let us talk.'),
    ...filler.slice(0, 40),
    said('user', 'Go on.'),
    said('assistant', decision),
    ...filler.slice(40),
    said('user', 'And now?'),
  ]

  it('keeps what matters, with a line in every gap', () => {
    const raw = chat.create(messages)
    const { messages: view } = compressSync(raw, { strategy: 'importance', format: chat.name, strict: true })
    const texts = textsOf(chat, view)
    const at = texts.indexOf(decision)
    expect(at).toBeGreaterThan(0)
    expect(texts[at - 1]).toMatch(/^\[Earlier: \d+ messages, \d+ tokens, stored: db_[0-9a-f]+\]$/)
    expect(view.length).toBeLessThan(25)
  })
})
