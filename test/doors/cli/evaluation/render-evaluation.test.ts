import { describe, expect, it } from 'vitest'
import { renderEvaluation } from '../../../../src/doors/cli/evaluation/render-evaluation.ts'
import { reportWithoutCases, sampleReport, sampleSession } from './sample-report.ts'

const text = renderEvaluation(sampleReport)
/** Sentences in one line. */
const sentences = text.replace(/\s+/g, ' ')
const rowOf = (title: string, method: string): string | undefined =>
  text
    .slice(text.indexOf(title))
    .split('\n')
    .find(line => line.trim().startsWith(method))
    ?.trim()
    .replace(/ {2,}/g, ' | ')

describe('renderEvaluation', () => {
  it('shows each measure with its cases', () => {
    expect(rowOf('Needed from far back', 'window')).toBe('window | 60 % | 6 % | 0.4 %')
    expect(rowOf('Needed from far back', 'fovea')).toBe('fovea | 90 % | 71 % | ○ 62 %')
    expect(rowOf('What is left at 15 %', 'fovea')).toBe(
      'fovea | 71 % | 36 % | 100 % | 71 % | 80 % | 15 % | 12 of 12',
    )
    expect(rowOf('Rules, files', 'fovea')).toBe('fovea | 50 % | 90 % | 80 % | 70 % | 20 % | 10 %')
    expect(rowOf("The agent's own compactions", 'vendor')).toBe('vendor summary | 48 % | 53 % | 1.00 ×')
    expect(rowOf('Agent by agent', 'codex')).toBe('codex | 1 | 12 | 71 % | 6 % | – | –')
    expect(rowOf('What the sessions would have cost', 'fovea')).toBe(
      'fovea, once | 0.40 × | 0.50 × | 2.0 | 0.50 × | 2.0',
    )
    expect(text).toContain('Means over 12 cases from 2 sessions.')
    expect(text).toContain('Cases with rules: 4; with files or commands: 11; with questions: 12.')
    expect(text).toContain('Means over 2 compactions with a readable summary.')
    expect(sentences).toContain('accept: 12 of 12; brought back to the byte: 12 of 12.')
    expect(text).toContain('Did not run: absent (not installed).')
  })

  it('names what a summary lost, and nothing that looks like a credential', () => {
    expect(sentences).toContain(
      'before message 101: 120k → 2.9k tokens; of 50 used next, vendor summary 24, fovea 33',
    )
    expect(text).toContain('lost: src/parse.ts')
    expect(text).not.toContain('ghp_')
  })

  it('lets no control character through to the terminal', () => {
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  })

  it('is short where there is nothing to show', () => {
    const session = { ...sampleSession, name: 'a', messages: 2, tokens: 9, compactions: [], cuts: [] }
    expect(renderEvaluation(reportWithoutCases(session))).toBe(
      '1 session, 9 tokens (o200k_base)\n\nThis session is too short: it has 2 messages and 9 tokens, and a case takes 20\nmessages and 8,000 tokens.\n',
    )
  })
})
