import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { createSession } from '../../src/session/session.ts'
import { forgetReadings } from '../../src/tokens/remembered.ts'

const sentence = fc.constantFrom(
  'The order HB-10417 was rejected because dispatch_day is in local time.',
  'export function dispatchDay(order: Order): string { return order.at.toISOString() }',
  "src/orders/dispatch.ts:12:5 - error TS2345: Argument of type 'Date' is not assignable.",
  'ERROR warehouse refused 3 of 40 orders, password=hunter2hunter2 in the log',
  '  ✓ test/checkout.test.ts (12 tests) 240ms',
  "Please don't add dependencies, and keep the public API as it is.",
)

/** Long enough to be remembered, and often the same as another. */
const text = fc
  .tuple(fc.array(sentence, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 12 }))
  .map(([sentences, times]) => Array.from({ length: times }, () => sentences.join('\n')).join('\n'))

const call = (id: string, command: string, output: string): readonly object[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } },
    ],
  },
  { role: 'tool', tool_call_id: id, content: output },
]

/** The same outputs come from several commands, which say what they are. */
const conversation = fc
  .array(fc.tuple(fc.constantFrom('cat src/a.ts', 'npm test', 'git diff', 'ls'), text, text), {
    minLength: 1,
    maxLength: 6,
  })
  .map(turns =>
    turns.flatMap(([command, said, printed], at) => [
      { role: 'user', content: said },
      ...call(`call_${at}`, command, printed),
      { role: 'assistant', content: said },
    ]),
  )

describe('what was read before', () => {
  it('changes nothing of a view: it equals the one of a process that has read nothing', () => {
    fc.assert(
      fc.property(
        conversation,
        conversation,
        fc.constantFrom('10%', '30%', undefined),
        (one, other, budget) => {
          const view = (messages: readonly object[]) => {
            const { messages: shown, receipt } = compressSync(messages, {
              strict: true,
              ...(budget === undefined ? {} : { budget }),
            })
            return JSON.stringify([shown, receipt])
          }
          forgetReadings()
          const fresh = view(one)
          expect(view(one)).toBe(fresh)
          view(other)
          expect(view(structuredClone(one))).toBe(fresh)
          forgetReadings()
          view([...one.slice(0, 3), ...other])
          expect(view(one)).toBe(fresh)
        },
      ),
      { numRuns: 10 },
    )
  })

  it('changes nothing of the epochs of a session', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, conversation, async (one, other) => {
        const messages = [...one, ...other]
        const sent = async (before: () => void) => {
          const session = createSession({ highWater: 400, lowWater: 200, maxExtraCost: 10 })
          const steps: string[] = []
          for (let length = 2; length <= messages.length; length += 2) {
            before()
            steps.push(JSON.stringify(await session.step(structuredClone(messages.slice(0, length)))))
          }
          return steps
        }
        expect(await sent(() => {})).toEqual(await sent(forgetReadings))
      }),
      { numRuns: 5 },
    )
  })
})
