import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { createSession } from '../../src/session/session.ts'
import { forgetReadings } from '../../src/tokens/remembered.ts'
import { workConversation } from './work-conversation.ts'

const conversation = workConversation(1)

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
