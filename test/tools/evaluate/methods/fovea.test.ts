import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../../../src/formats/openai-chat.ts'
import { handlesIn } from '../../../../src/scan/marker.ts'
import { strategyNames } from '../../../../src/strategies/index.ts'
import { fittedView } from '../../../../src/tools/evaluate/fitted-view.ts'
import { prepareHistory } from '../../../../src/tools/evaluate/history.ts'
import type { Method } from '../../../../src/tools/evaluate/method.ts'
import { foveaMethods, foveaView } from '../../../../src/tools/evaluate/methods/fovea.ts'
import { agent, run, user } from '../word-history.ts'

const output = (seed: number): string =>
  Array.from(
    { length: 120 },
    (_, line) => `row ${line}: value${seed}_${line} is ${(line * 7919 * seed) % 9973}`,
  ).join('\n')

const raw = [
  user('Look at the rows.'),
  ...Array.from({ length: 6 }, (_, index) =>
    run(`c${index}`, 'bash', '{"command":"cat rows"}', output(index + 1)),
  ).flat(),
  agent('I have seen them.'),
  user('Good.'),
]
const history = prepareHistory(raw, openaiChat)

describe('our methods', () => {
  it('are all registered strategies, the default one first', () => {
    expect(foveaMethods).toHaveLength(strategyNames().length)
    expect(foveaMethods[0]?.name).toBe('fovea')
    expect(new Set(foveaMethods.map(({ name }) => name)).size).toBe(foveaMethods.length)
  })

  it('meet a budget of text tokens, whatever the framing costs', async () => {
    const budget = Math.floor(history.tokens / 2)
    const fitted = await fittedView(foveaMethods[0] as Method, history, budget)
    expect(fitted?.tokens).toBeLessThanOrEqual(budget)
    expect(fitted?.tokens).toBeGreaterThan(budget * 0.8)
  })

  it('bring the messages back, and reach what a handle in the view names', () => {
    const view = foveaView(history, Math.floor(history.tokens / 4))
    expect(view.raw).not.toEqual(raw)
    expect(view.restore?.()).toEqual(raw)
    const reachable = view.reachable?.() ?? []
    expect(reachable.length).toBe(new Set(handlesIn(view.text)).size)
    expect(reachable.join('\n')).toContain(output(1))
  })

  it('reach originals of earlier rounds through those of later ones', () => {
    const first = foveaView(history, Math.floor(history.tokens / 2))
    const again = prepareHistory(
      first.raw,
      openaiChat,
      first.originalsByHash === undefined ? {} : { originalsByHash: first.originalsByHash },
    )
    const second = foveaView(again, Math.floor(history.tokens / 6))
    expect(second.reachable?.().join('\n')).toContain(output(1))
  })
})
