import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../../../src/doors/cli/evaluation/findings.ts'
import type { EvaluationReport, TranscriptSummary } from '../../../../src/tools/evaluate/report.ts'
import { reportWithoutCases, sampleGroup, sampleReport, sampleSession, withScores } from './sample-report.ts'

const withCompactions = (compactions: (typeof sampleGroup)['compactions']): EvaluationReport => ({
  ...sampleReport,
  groups: [{ ...sampleGroup, compactions }],
})

describe('findingsOf', () => {
  it('answers in one sentence, at the budget nearest to 15 %', () => {
    expect(findingsOf(sampleReport).answer).toBe(
      'At 15 % of the tokens, fovea would have shown 71 % of what the agent went on to use from far back; keeping only the newest messages would have shown 6 % (12 cases).',
    )
    const other = { ...sampleReport, shares: [0.5, 0.05] }
    expect(findingsOf(other).answer).toMatch(/^Asked for 5 % of the tokens, fovea would have kept 21 %/)
  })

  it('never says what a view shows without saying that it was too large', () => {
    const report = withScores(sampleReport, 'fovea', scores => ({
      ...scores,
      size: { kept: { mean: 0.32, cases: 12 }, met: { mean: 0.25, cases: 12 } },
    }))
    const { answer, further } = findingsOf(report)
    expect(answer).toContain('would have kept 32 % and shown 71 %')
    expect(further[0]).toContain('met in 3 of 12 cases')
  })

  it("shows the agent's own compactions, those that could not be judged, and the size of ours", () => {
    expect(findingsOf(sampleReport).further[0]).toBe(
      "At 2 compactions of its own, the agent's summary showed 48 % of what the agent used next; fovea would have shown 66 % in as many tokens.",
    )
    const larger = sampleGroup.compactions.map(scores =>
      scores.method === 'fovea'
        ? { ...scores, size: { mean: 9.3, cases: 1 } }
        : { ...scores, cases: 1, used: { mean: 0.4, cases: 1 } },
    )
    expect(findingsOf(withCompactions(larger)).further[0]).toBe(
      "At 1 compaction of its own, the agent's summary showed 40 % of what the agent used next; fovea would have shown 66 % in 9.3 times the tokens. 1 compaction could not be judged: no readable summary.",
    )
    expect(findingsOf(withCompactions([])).further[0]).toMatch(/compacted 2 times, but no log shows/)
  })

  it('calls few cases an anecdote, and many not', () => {
    const said = (report: EvaluationReport): boolean =>
      findingsOf(report).further.some(sentence => sentence.includes('anecdote'))
    expect(said(sampleReport)).toBe(false)
    const few = sampleGroup.budgets.map(scores => ({ ...scores, cases: 2 }))
    expect(said({ ...sampleReport, groups: [{ ...sampleGroup, budgets: few }] })).toBe(true)
  })

  it('says why there is no case', () => {
    const none = { ...sampleSession, compactions: [], cuts: [] }
    const answer = (...sessions: readonly TranscriptSummary[]): string =>
      findingsOf(reportWithoutCases(...sessions)).answer
    expect(answer({ ...none, messages: 12, tokens: 900 })).toMatch(
      /^This session is too short: it has 12 messages and 900 tokens/,
    )
    expect(answer(none)).toMatch(/fewer than 3 names again/)
    expect(answer(none, none)).toMatch(/^These 2 sessions/)
    expect(answer()).toBe('There was no session to evaluate.')
  })
})
