import { describe, expect, it } from 'vitest'
import { fittedView } from '../../src/evaluate/fitted-view.ts'
import type { Method } from '../../src/evaluate/method.ts'
import { viewSaying } from '../../src/evaluate/methods/text-view.ts'
import { user, wordHistory } from './word-history.ts'

const history = wordHistory([user('a b c')])

/** Says `excess` words more than it is asked for, and at least `floor`. */
function talker(
  excess: number,
  floor: number,
  more: Partial<Method> = {},
): { method: Method; asked: number[] } {
  const asked: number[] = []
  const method: Method = {
    name: 'talker',
    describe: '',
    kind: 'fovea',
    countsFraming: true,
    view(_, tokens) {
      asked.push(tokens)
      return viewSaying('w '.repeat(Math.max(floor, tokens + excess)))
    },
    ...more,
  }
  return { method, asked }
}

describe('fittedView', () => {
  it('asks again with so much less as the text was larger', async () => {
    const { method, asked } = talker(4, 0)
    expect((await fittedView(method, history, 20))?.tokens).toBe(20)
    expect(asked).toEqual([20, 16])
  })

  it('asks once where the budget is met, and where the method counts text alone', async () => {
    const met = talker(0, 0)
    await fittedView(met.method, history, 20)
    expect(met.asked).toEqual([20])
    const { countsFraming, ...plain } = talker(4, 0).method
    expect((await fittedView(plain, history, 20))?.tokens).toBe(24)
  })

  it('gives up where asking does not help', async () => {
    const { method, asked } = talker(0, 30)
    expect((await fittedView(method, history, 20))?.tokens).toBe(30)
    expect(asked).toEqual([20, 10])
    const never = talker(100, 0)
    expect((await fittedView(never.method, history, 20))?.tokens).toBe(120)
    expect(never.asked).toEqual([20])
  })

  it('times the view that it returns, and knows methods with nothing to say', async () => {
    let now = 0
    const clock = (): number => {
      now += 5
      return now
    }
    expect((await fittedView(talker(4, 0).method, history, 20, clock))?.milliseconds).toBe(5)
    expect(await fittedView(talker(0, 0, { view: () => undefined }).method, history, 20)).toBeUndefined()
  })
})
