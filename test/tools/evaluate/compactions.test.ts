import { describe, expect, it } from 'vitest'
import { compactionsOf, evaluateCompactions, futureOf } from '../../../src/tools/evaluate/compactions.ts'
import type { Method } from '../../../src/tools/evaluate/method.ts'
import { slidingWindow } from '../../../src/tools/evaluate/methods/sliding-window.ts'
import { vendorSummary } from '../../../src/tools/evaluate/methods/vendor-summary.ts'
import type { Transcript, TranscriptEvent } from '../../../src/transcripts/transcript.ts'
import { agent, type RawMessage, user, wordCounters, wordHistory } from './word-history.ts'

const summary = 'We changed src/a.ts and left parseRows alone.'

const messages = [
  user('start'),
  agent('I read src/a.ts and src/b.ts and parseRows and oldName'),
  user(`Continued. ${summary}`),
  agent('Now src/a.ts, src/b.ts and newName, then parseRows'),
  user('and then?'),
]

function transcript(events: readonly TranscriptEvent[], raw: readonly RawMessage[] = messages): Transcript {
  return {
    agent: 'claude-code',
    format: 'openai-chat',
    messages: raw,
    origins: [],
    events,
    sidechains: [],
    problems: [],
  }
}

const compaction = (at: number, text?: string): TranscriptEvent => ({
  type: 'compaction',
  line: at,
  at,
  ...(text === undefined ? {} : { summary: text }),
})

async function evaluated(events: readonly TranscriptEvent[], methods: readonly Method[], examples = 0) {
  const settings = { methods, counters: wordCounters, examples }
  return await Array.fromAsync(evaluateCompactions(transcript(events), wordHistory(messages), settings))
}

describe('compactionsOf', () => {
  it('are the recorded events in order, each with its stretch', () => {
    const usage = { type: 'usage', line: 1, at: 1, inputTokens: 1, outputTokens: 1 } as const
    expect(compactionsOf(transcript([compaction(4), usage, compaction(2, summary)]))).toEqual([
      { at: 2, from: 0, to: 4, summary },
      { at: 4, from: 2, to: 5 },
    ])
  })
})

describe('futureOf', () => {
  const { messages: neutral } = wordHistory(messages)

  it('leaves out the message that carries the summary, and no other', () => {
    const future = futureOf({ at: 2, from: 0, to: 5, summary }, neutral)
    expect(future).toEqual([neutral[3], neutral[4]])
    expect(futureOf({ at: 3, from: 0, to: 5, summary }, neutral)).toEqual([neutral[3], neutral[4]])
  })

  it('ends at the next compaction, and knows events without a summary', () => {
    expect(futureOf({ at: 2, from: 0, to: 4 }, neutral)).toEqual([neutral[2], neutral[3]])
    expect(futureOf({ at: 2, from: 0, to: 4, summary: '  ' }, neutral)).toHaveLength(2)
  })
})

describe('evaluateCompactions', () => {
  it('counts the atoms of the history that were used next, and what each view shows of them', async () => {
    const [found] = await evaluated([compaction(2, summary)], [vendorSummary, slidingWindow], 5)
    // Used: src/a.ts, a.ts, src/b.ts, b.ts, parseRows. newName is new, oldName was not used.
    expect(found?.summary).toEqual({
      at: 2,
      tokensBefore: 10,
      tokensAfter: 7,
      outcome: {
        used: 5,
        shown: { 'vendor summary': 3, window: 3 },
        lost: ['src/b.ts', 'b.ts'],
      },
    })
    expect(found?.rows.map(({ method, scores }) => [method, scores.used, scores.size])).toEqual([
      ['vendor summary', 3 / 5, 1],
      ['window', 3 / 5, 6 / 7],
    ])
  })

  it('gives the others exactly the tokens of the summary', async () => {
    const budgets: number[] = []
    const spy: Method = {
      name: 'spy',
      describe: '',
      kind: 'baseline',
      view(_, tokens) {
        budgets.push(tokens)
        return undefined
      },
    }
    const [found] = await evaluated([compaction(2, summary)], [spy])
    expect(budgets).toEqual([7])
    expect(found?.rows).toEqual([])
  })

  it('has no case where the summary cannot be read or nothing was used again', async () => {
    expect(await evaluated([compaction(2)], [slidingWindow])).toEqual([
      { rows: [], summary: { at: 2, tokensBefore: 10, tokensAfter: 0 } },
    ])
    expect((await evaluated([compaction(4, summary)], [slidingWindow]))[0]?.summary.outcome).toBeUndefined()
    const [empty] = await evaluated([compaction(2, ' ')], [slidingWindow])
    expect(empty).toEqual({ rows: [], summary: { at: 2, tokensBefore: 10, tokensAfter: 0 } })
  })

  it('passes on what set it off', async () => {
    const [found] = await evaluated(
      [{ type: 'compaction', line: 9, at: 2, trigger: 'auto' }],
      [slidingWindow],
    )
    expect(found?.summary).toEqual({ at: 2, tokensBefore: 10, tokensAfter: 0, trigger: 'auto' })
  })

  it('takes the history since the compaction before', async () => {
    const found = await evaluated([compaction(1), compaction(2, summary)], [slidingWindow])
    expect(found.map(each => each.summary.tokensBefore)).toEqual([1, 9])
  })
})
