import { describe, expect, it } from 'vitest'
import { evaluate, evaluateTranscript } from '../../../src/tools/evaluate/evaluate.ts'
import type { Method } from '../../../src/tools/evaluate/method.ts'
import { masking } from '../../../src/tools/evaluate/methods/masking.ts'
import { none } from '../../../src/tools/evaluate/methods/none.ts'
import { slidingWindow } from '../../../src/tools/evaluate/methods/sliding-window.ts'
import { vendorSummary } from '../../../src/tools/evaluate/methods/vendor-summary.ts'
import { longSession, nameAt, sessionOf } from './long-session.ts'
import { user } from './word-history.ts'

const long = longSession(30)
const compacted = sessionOf('compacted', long, {
  agent: 'claude-code',
  events: [
    { type: 'compaction', line: 1, at: 46, summary: `So far ${nameAt(10)} was read.`, trigger: 'auto' },
  ],
})
const methods: readonly Method[] = [slidingWindow, none, vendorSummary]
const shares = [0.5, 0.1]

describe('evaluateTranscript', () => {
  it('reports the session, its cuts and its compactions', async () => {
    const cases: number[] = []
    const { summary, cuts, compactions } = await evaluateTranscript(compacted, { methods, shares }, count =>
      cases.push(count),
    )
    expect(summary).toMatchObject({ name: 'compacted', agent: 'claude-code', messages: 91 })
    expect(summary.cuts).toHaveLength(2)
    expect(summary.compactions).toMatchObject([{ at: 46, trigger: 'auto' }])
    expect(summary.context.at(-1)?.tokens).toBeLessThan(summary.tokens)
    expect(cuts).toHaveLength(2 * 2 * 2)
    expect(compactions.map(({ method }) => method)).toEqual(['window', 'none', 'vendor summary'])
    expect(cases).toEqual([1, 2, 3])
  })
})

describe('evaluate', () => {
  it('adds up all sessions and each agent, and prints as JSON', async () => {
    const sessions = [sessionOf('a', long), compacted, sessionOf('short', [user('hi')])]
    const missing = [{ name: 'peer', describe: 'another', kind: 'peer', missing: 'not installed' }] as const
    const report = await evaluate(sessions, { methods, shares, missing })
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    expect(report.methods.map(({ name, missing: why }) => [name, why])).toEqual([
      ['window', undefined],
      ['none', undefined],
      ['vendor summary', undefined],
      ['peer', 'not installed'],
    ])
    expect(report.groups.map(({ name, transcripts }) => [name, transcripts])).toEqual([
      ['all', 3],
      ['codex', 2],
      ['claude-code', 1],
    ])
    const [all, codex] = report.groups
    expect(all?.budgets.map(({ method, share, cases }) => [method, share, cases])).toEqual([
      ['window', 0.5, 4],
      ['window', 0.1, 4],
      ['none', 0.5, 4],
      ['none', 0.1, 4],
    ])
    expect(all?.compactions.map(({ method, cases }) => [method, cases])).toEqual([
      ['window', 1],
      ['none', 1],
      ['vendor summary', 1],
    ])
    expect(codex?.compactions).toEqual([])
    expect(all?.budgets[2]?.rules).toEqual([{ rounds: 1, kept: { mean: 1, cases: 4 } }])
    expect(report.transcripts).toHaveLength(3)
    expect(report.skipped).toEqual([{ name: 'short', why: expect.stringContaining('too short') }])
  })

  it('has one group where there is one agent', async () => {
    const { groups } = await evaluate([sessionOf('a', long)], { methods: [none], shares })
    expect(groups.map(({ name }) => name)).toEqual(['all'])
  })

  it('goes on where a session or a method fails, and says why', async () => {
    const broken: Method = {
      ...slidingWindow,
      view() {
        throw new Error('out of order')
      },
    }
    const report = await evaluate([sessionOf('bad', long), sessionOf('short', [user('hi')])], {
      methods: [broken],
    })
    expect(report.skipped).toContainEqual({ name: 'bad', why: 'out of order' })
    expect(report.transcripts.map(({ name }) => name)).toEqual(['short'])
  })

  it('reports its progress', async () => {
    const heard: string[] = []
    await evaluate([sessionOf('a', long), sessionOf('b', [user('hi')])], {
      methods: [none],
      shares,
      onProgress: ({ name, done, cases }) => heard.push(`${name} ${done} ${cases}`),
    })
    expect(heard).toEqual(['a 0 0', 'a 0 1', 'a 0 2', 'b 1 0'])
  })

  it('compresses again and again where that is asked, in so many sessions', async () => {
    const longer = longSession(44, 75)
    const report = await evaluate([sessionOf('a', longer), sessionOf('b', long)], {
      methods: [masking, none],
      shares: [0.5],
      decay: { share: 0.5, sessions: 1 },
    })
    const decay = report.groups[0]?.decay ?? []
    expect(decay.map(({ method, share, round, cases }) => [method, share, round, cases])).toEqual(
      Array.from({ length: 10 }, (_, index) => ['masking', 0.5, index + 1, 1]),
    )
    expect(decay[9]?.scores['rules']).toEqual({ mean: 1, cases: 1 })
    expect(report.groups[0]?.budgets[0]?.rules?.map(({ rounds, kept }) => [rounds, kept.cases])).toEqual([
      [1, 4],
      [5, 1],
      [10, 1],
    ])
  })
})
