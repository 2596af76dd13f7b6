import { describe, expect, it } from 'vitest'
import { fittedView } from '../../../src/tools/evaluate/fitted-view.ts'
import type { Method } from '../../../src/tools/evaluate/method.ts'
import { viewSaying } from '../../../src/tools/evaluate/methods/text-view.ts'
import { user, wordHistory } from './word-history.ts'

const history = wordHistory([user('a b c')])

/** Spends `framing` of its budget beside the text, and says at least `floor` words. */
function talker(framing: number, floor: number): { method: Method; asked: number[] } {
  const asked: number[] = []
  const method: Method = {
    name: 'talker',
    describe: '',
    kind: 'fovea',
    view(_, tokens) {
      asked.push(tokens)
      return { ...viewSaying('w '.repeat(Math.max(floor, tokens - framing))), framing }
    },
  }
  return { method, asked }
}

describe('fittedView', () => {
  it('asks again with so much more as went into framing', async () => {
    const { method, asked } = talker(4, 0)
    expect((await fittedView(method, history, 20))?.tokens).toBe(20)
    expect(asked).toEqual([20, 24])
  })

  it('asks once where nothing went into framing, and where the view is full enough', async () => {
    for (const { method, asked } of [talker(0, 0), talker(3, 0)]) {
      const budget = method.view(history, 0) === undefined ? 0 : 100
      asked.length = 0
      await fittedView(method, history, budget)
      expect(asked).toEqual([100])
    }
  })

  it('keeps the first where the second is over the budget', async () => {
    const { method } = talker(4, 0)
    const growing: Method = {
      ...method,
      view: (_, tokens) => ({ ...viewSaying('w '.repeat(tokens > 20 ? 21 : 16)), framing: 4 }),
    }
    expect((await fittedView(growing, history, 20))?.tokens).toBe(16)
  })

  it('takes a second view that is within the budget where the first is not', async () => {
    const { method } = talker(4, 0)
    const settling: Method = {
      ...method,
      view: (_, tokens) => ({ ...viewSaying('w '.repeat(tokens > 20 ? 19 : 30)), framing: 4 }),
    }
    expect((await fittedView(settling, history, 20))?.tokens).toBe(19)
  })

  it('times the view that it returns, and knows methods with nothing to say', async () => {
    let now = 0
    const clock = (): number => {
      now += 5
      return now
    }
    expect((await fittedView(talker(4, 0).method, history, 20, clock))?.milliseconds).toBe(5)
    const silent: Method = { ...talker(0, 0).method, view: () => undefined }
    expect(await fittedView(silent, history, 20)).toBeUndefined()
  })
})
