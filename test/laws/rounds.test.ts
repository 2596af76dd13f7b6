/** A view that is carried on: with a store, every round meets what a fresh compression of the whole session would meet. */
import { beforeAll, describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { formats } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { strategyNames } from '../../src/strategies/index.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { chat } from '../strategies/view-of.ts'
import { workSession } from '../strategies/work-session.ts'
import { rawMessages } from './conversations.ts'

const session = chat.create(workSession(10)) as readonly { role: string }[]
/** Rounds begin where the agent speaks, so that no call is parted from its answer. */
const starts = session.flatMap(({ role }, index) => (role === 'assistant' && index > 0 ? [index] : []))
const cuts = Array.from({ length: 10 }, (_, round) =>
  round === 9 ? session.length : (starts[Math.ceil((starts.length * (round + 1)) / 10)] ?? session.length),
)

const whole = compressSync(session, { dryRun: true }).receipt.tokens.before.tokens

describe.each(['auto', ...strategyNames()])('ten rounds of %s', strategy => {
  it.each([0.15, 0.4])('at %f of the session', share => {
    const store = memoryStore()
    const budget = Math.round(whole * share)
    const options = {
      strategy,
      budget,
      ...(strategy === 'rules' ? { rules: { forceConverge: true } } : {}),
    } as SyncCompressOptions
    let view: readonly object[] = []
    let from = 0
    for (const cut of cuts) {
      const given = [...view, ...session.slice(from, cut)]
      const { messages, receipt } = compressSync(given, { ...options, store, strict: true })
      expect(receipt.budget?.tokens).toBe(budget)
      const { tokens } = receipt.tokens.after
      if (receipt.budget?.met) expect(tokens).toBeLessThanOrEqual(budget)
      else {
        const fresh = compressSync(session.slice(0, cut), {
          ...options,
          store: memoryStore(),
          strict: true,
        }).receipt
        expect({ cut, met: fresh.budget?.met }).toEqual({ cut, met: false })
        expect(tokens).toBeLessThanOrEqual(fresh.tokens.after.tokens * 1.1)
      }
      for (const { message, merged = [] } of receipt.changes)
        for (const index of [message, ...merged]) expect(given[index]).toBeDefined()
      expect(uncompressSync(messages, store).messages).toEqual(session.slice(0, cut))
      expect(compressSync(messages, { ...options, store, strict: true }).messages).toBe(messages)
      view = messages
      from = cut
    }
  })
})

describe.each(formats)('a message of $name that was joined in two rounds', format => {
  const text = (words: string) => [{ type: 'text', text: words, media: 'text' }] as const
  const steps = (word: string) => Array.from({ length: 60 }, (_, at) => `${word} ${at} took ${at * 7} ms`)
  const said = (round: number) =>
    rawMessages(format, [
      { role: 'user', blocks: text(`Look at part ${round}.`) },
      { role: 'assistant', blocks: text(steps('look').join('\n')) },
      { role: 'user', blocks: text(`And ${round}?`) },
      { role: 'assistant', blocks: text(steps('answer').join('\n')) },
    ])

  const store = memoryStore()
  const common = { format: format.name, preserve: ['user'], recencyWindow: 1, store, strict: true } as const
  let view: readonly unknown[] = []
  beforeAll(() => {
    for (const round of [0, 1])
      view = compressSync([...view, ...said(round)], { ...common, strategy: 'window' }).messages
  })

  it.each(strategyNames())('is whole after a third round of %s with a budget', strategy => {
    const last = compressSync([...view, ...said(2)], {
      ...common,
      strategy,
      budget: 300,
    } as SyncCompressOptions)
    expect(uncompressSync(last.messages, store, { format: format.name }).messages).toEqual(
      [0, 1, 2].flatMap(said),
    )
  })
})
