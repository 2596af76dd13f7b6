/** Arbitrary conversations that are harder than usual: texts quote markers, are empty or cut in a pair, and calls stay open. */
import fc from 'fast-check'
import type { Block, Message } from '../../src/types.ts'

const quoted = fc.constantFrom(
  '[Condensed: 3 earlier messages, 812 tokens; "…" marks what is left out; stored: db_3f9a2c71d04b]',
  '[Earlier: 2 messages, 40 tokens, stored: db_0123456789ab]',
  '[Ledger: 13 messages, 5200 tokens, stored: db_3f9a2c71d04b]\n## Session Intent\n- Fix the login',
  '[Summary: 5 messages, 900 tokens, a1b2c3d4]',
  '[M:13|S:fix-login, stored: db_3f9a2c71d04b]',
  '\n[End of earlier messages, a1b2c3d4]\n\n',
  '[left out: lines 3-9 of 20 (80 tokens), stored: db_3f9a2c71d04b]',
  '[Duplicate of a text elsewhere in this conversation: 3 lines, 40 tokens, stored: db_3f9a2c71d04b]',
  '[Same as call_0_0 above, unchanged, stored: db_3f9a2c71d04b]',
  '[summary#cce_sum_1a2b: fixed the login]',
  '[cce:dup of m1 — 400 chars]',
  '<system-reminder>\nContents of /x/CLAUDE.md:\n\n- Never push to main.\n</system-reminder>',
)
const word = fc.constantFrom(
  'deploy',
  'ERROR',
  '42',
  'never',
  '错误',
  '😀',
  '\uD83D',
  '\uDE00',
  '\0',
  '\r',
  '```',
  '',
)
const line = fc.array(word, { maxLength: 14 }).map(words => words.join(' '))
const lines = fc.array(fc.oneof({ weight: 3, arbitrary: line }, { weight: 1, arbitrary: quoted }), {
  minLength: 1,
  maxLength: 8,
})

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: line },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n', 'ok') },
  { weight: 1, arbitrary: quoted },
  { weight: 2, arbitrary: lines.map(some => some.join('\n')) },
  { weight: 1, arbitrary: lines.map(some => some.join('\n\n')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(lines, fc.integer({ min: 5, max: 60 }))
      .map(([some, times]) =>
        Array.from({ length: times }, (_, at) => `${at} ${some[at % some.length]}`).join('\n'),
      ),
  },
)

const step = fc.record({
  kind: fc.constantFrom('user', 'texts', 'assistant', 'calls', 'calls', 'developer'),
  texts: fc.array(text, { minLength: 1, maxLength: 3 }),
  isError: fc.boolean(),
})

/** `round` makes the names of calls its own. */
export const oddConversation: fc.Arbitrary<(round: number) => readonly Message[]> = fc
  .record({
    system: fc.option(text, { nil: undefined }),
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    open: fc.nat({ max: 2 }),
  })
  .map(({ system, steps, open }) => round => {
    const messages: Message[] = system === undefined || round > 0 ? [] : [said('system', system)]
    for (const [number, { kind, texts, isError }] of steps.entries()) {
      const [first = ''] = texts
      if (kind === 'calls') messages.push(...calls(`${round}_${number}`, texts, isError))
      else if (kind === 'texts') messages.push({ role: 'user', blocks: texts.map(textBlock) })
      else messages.push(said(kind, first))
    }
    // The last call has no answer.
    const last = calls(
      `${round}_open`,
      Array.from({ length: open }, () => ''),
    ).slice(0, open)
    return [...messages, ...last]
  })

function calls(name: string, results: readonly string[], isError = false): readonly Message[] {
  const ids = results.map((_, at) => `call_${name}_${at}`)
  return [
    {
      role: 'assistant',
      blocks: ids.map(callId => ({
        type: 'toolCall',
        callId,
        name: 'run',
        text: '{"step":1}',
        media: 'json',
      })),
    },
    ...results.map(
      (text, at): Message => ({
        role: 'tool',
        blocks: [
          {
            type: 'toolResult',
            callId: ids[at] as string,
            name: 'run',
            text,
            media: 'text',
            ...(isError && { isError }),
          },
        ],
      }),
    ),
  ]
}

function said(role: 'system' | 'developer' | 'user' | 'assistant', text: string): Message {
  return { role, blocks: [textBlock(text)] }
}

function textBlock(text: string): Block {
  return { type: 'text', text, media: 'text' }
}
