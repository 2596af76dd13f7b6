import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { createSession } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { SyncStore } from '../../src/store/store.ts'
import { uncompress } from '../../src/uncompress.ts'
import { isPrefix, longOutput, serialized, withAnswer } from './growing-history.ts'

/** What a client may do to its history between two requests. */
type Move =
  | { readonly type: 'grow'; readonly lines: number }
  | { readonly type: 'say' }
  | { readonly type: 'rewind'; readonly share: number }
  | { readonly type: 'edit'; readonly share: number }
  | { readonly type: 'retry' }
  /** The process ends, and another goes on. */
  | { readonly type: 'restart' }

const share = fc.integer({ min: 0, max: 99 }).map(percent => percent / 100)
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('grow' as const), lines: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('say' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rewind' as const), share }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('edit' as const), share }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('retry' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
)

const beginning: readonly unknown[] = [{ role: 'user', content: 'Find out why the build is slow.' }]
const format = formatNamed('anthropic')
let number = 0

function moved(messages: readonly unknown[], { ...move }: Move): readonly unknown[] {
  number += 1
  const exchanges = Math.floor((messages.length - 1) / 2)
  switch (move.type) {
    case 'grow':
      return withAnswer(messages, `npm run part-${number}`, longOutput(move.lines))
    case 'say':
      return [
        ...messages,
        { role: 'assistant', content: `I found ${number} slow modules.` },
        { role: 'user', content: `Look at module ${number} too.` },
      ]
    case 'rewind':
      return messages.slice(0, 1 + 2 * Math.floor(exchanges * move.share))
    case 'edit': {
      const at = 2 + 2 * Math.floor((exchanges - 1) * move.share)
      if (exchanges === 0) return messages
      const edited = JSON.parse(JSON.stringify(messages[at]).replaceAll('entries', `entries of ${number}`))
      return messages.with(at, edited)
    }
    default:
      return messages
  }
}

describe('whatever a client does to its history', () => {
  const open = (store: SyncStore) =>
    createSession({
      id: 'one',
      store,
      highWater: 2500,
      lowWater: 900,
      maxExtraCost: 1,
      shortenOutputs: { from: 600, maxTokens: 200 },
    })

  it('what was sent stays until an epoch or a change of the history, requests stay valid, and all comes back', async () => {
    let epochs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 20, maxLength: 45 }), async moves => {
        const store = memoryStore()
        let session = open(store)
        let messages = beginning
        let before: { readonly given: readonly string[]; readonly view: readonly string[] } = {
          given: [],
          view: [],
        }
        for (const each of moves) {
          messages = moved(messages, each)
          if (each.type === 'restart') session = open(store)
          const { request, receipt } = await session.step([...messages])
          const [given, view] = [serialized(messages), serialized(request)]
          expect(receipt.notes.filter(({ code }) => code !== 'no-progress')).toEqual([])
          expect(format.check(request)).toEqual([])
          const isLonger = isPrefix(before.given, given)
          if (isLonger && receipt.action !== 'epoch') expect(isPrefix(before.view, view)).toBe(true)
          expect((await uncompress(request, store)).messages).toEqual(messages)
          if (receipt.action === 'epoch') epochs += 1
          before = { given, view }
        }
      }),
      { numRuns: 12 },
    )
    expect(epochs).toBeGreaterThan(12)
  })

  it('it is sent the same by two who take turns, and neither corrupts the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ lines: fc.integer({ min: 5, max: 40 }), who: fc.integer({ min: 0, max: 2 }) }), {
          minLength: 15,
          maxLength: 25,
        }),
        async turns => {
          const store = memoryStore()
          const both = [open(store), open(store)] as const
          let messages = beginning
          let steps = 0
          for (const { lines, who } of turns) {
            messages = moved(messages, { type: 'grow', lines })
            const asked = who === 2 ? both : [both[who as 0 | 1]]
            const sent = await Promise.all(asked.map(session => session.step([...messages])))
            steps += asked.length
            for (const { request, receipt } of sent) {
              expect(receipt.notes.filter(({ code }) => code !== 'no-progress')).toEqual([])
              expect((await uncompress(request, store)).messages).toEqual(messages)
            }
            if (sent.length === 2) expect(serialized(sent[0]?.request)).toEqual(serialized(sent[1]?.request))
          }
          expect(JSON.parse(store.state('one', 'head')?.value ?? '{}').steps).toBe(steps)
        },
      ),
      { numRuns: 8 },
    )
  })
})
