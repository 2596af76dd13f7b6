import { describe, expect, it } from 'vitest'
import { coverageWeights } from '../../../../src/strategies/coverage/coverage-weights.ts'
import type { Candidate, Section } from '../../../../src/strategies/coverage/read/candidate.ts'
import type { Candidates } from '../../../../src/strategies/coverage/read/candidate-columns.ts'
import { lineDensities, sectionCounts } from '../../../../src/strategies/coverage/weigh/line-density.ts'

function section(more: Partial<Section>): Section {
  return {
    message: 0,
    block: 0,
    author: 'tools',
    age: 0,
    turnsAgo: 0,
    title: '',
    lines: 1,
    firstCandidate: 0,
    isTest: false,
    ...more,
  }
}

function line(more: Partial<Candidate>): Candidate {
  return {
    text: 'const limit = 3',
    label: '',
    value: 'plain',
    section: 0,
    author: 'tools',
    under: -1,
    lines: 1,
    isRule: false,
    isUninformative: false,
    isCode: false,
    isOutline: false,
    isSignature: false,
    part: 'evidence',
    ...more,
  }
}

/** Of each line in a section of its own. */
function densities(...lines: readonly { candidate?: Partial<Candidate>; section?: Partial<Section> }[]) {
  const known: Candidates = {
    candidates: lines.map(({ candidate }, at) => line({ ...candidate, section: at })),
    sections: lines.map(each => section(each.section ?? {})),
    numbers: [1],
  }
  const starts = new Int32Array(lines.length + 1)
  const none = { values: new Int32Array(), starts }
  return lineDensities(known, coverageWeights.lines, {
    terms: none,
    talk: new Set(),
    tokens: lines.map(() => 10),
    counts: sectionCounts(known),
  })
}

describe('lineDensities', () => {
  it('fall with age, whoever said it', () => {
    for (const author of ['words', 'calls', 'tools'] as const) {
      const [now, before, longAgo] = densities(
        { candidate: { author } },
        { candidate: { author }, section: { age: 30, turnsAgo: 0 } },
        { candidate: { author }, section: { age: 300, turnsAgo: 0 } },
      )
      expect(now).toBeGreaterThan(before as number)
      expect(before).toBeGreaterThan(longAgo as number)
    }
  })

  it('prefer what was added to what was only read, and comments to statements', () => {
    const [added, read, comment, statement] = densities(
      { candidate: { author: 'calls', label: '+', isCode: true, part: 'present' } },
      { candidate: { isOutline: true, isCode: true } },
      { candidate: { text: '// Retries once, since the first answer may be stale.' } },
      { candidate: { isCode: true } },
    )
    expect(added).toBeGreaterThan(read as number)
    expect(comment).toBeGreaterThan(statement as number)
  })

  it('take a heading and a list for no comments', () => {
    const [heading, prose] = densities(
      { candidate: { text: '## Plan' } },
      { candidate: { text: 'The plan' } },
    )
    expect(heading).toBe(prose)
  })

  it('rise with what the talk names', () => {
    const known: Candidates = {
      candidates: [line({ section: 0 }), line({ section: 1 })],
      sections: [section({}), section({})],
      numbers: [1],
    }
    const [named, other] = lineDensities(known, coverageWeights.lines, {
      terms: { values: Int32Array.of(1, 2), starts: Int32Array.of(0, 1, 2) },
      talk: new Set([1]),
      tokens: [10, 10],
      counts: sectionCounts(known),
    })
    expect(named).toBeGreaterThan(other as number)
  })
})
