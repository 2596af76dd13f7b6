import { describe, expect, it } from 'vitest'
import { examDocument } from '../../../../src/doors/cli/exam/exam-document.ts'
import { examFindings } from '../../../../src/doors/cli/exam/exam-findings.ts'
import { renderExam } from '../../../../src/doors/cli/exam/render-exam.ts'
import { pageHtml } from '../../../../src/doors/pages/page-html.ts'
import type { CaseReport, ExamReport } from '../../../../src/tools/evaluate/exam/exam-report.ts'
import { methodDifferences, methodScores } from '../../../../src/tools/evaluate/exam/exam-scores.ts'
import { hostileName } from '../evaluation/sample-report.ts'

const methods = [
  { name: 'vendor summary', describe: 'theirs', kind: 'vendor' },
  { name: 'fovea', describe: 'ours', kind: 'fovea' },
] as const

/** Grades of the two methods to the questions of a case; the agent wrote no summary in the last. */
function reportOf(
  ...grades: readonly (readonly [readonly number[] | undefined, readonly number[]])[]
): ExamReport {
  const cases = grades.map(([theirs, ours], index): CaseReport => {
    const view = (method: string, own: readonly number[] | undefined) =>
      own === undefined
        ? []
        : [
            {
              method,
              tokens: 100,
              missing: hostileName,
              answers: own.map((grade, at) => ({
                id: at + 1,
                kind: 'fact' as const,
                answer: hostileName,
                grade,
                gradings: [grade],
              })),
            },
          ]
    return {
      name: `${index + 1}. ${hostileName}`,
      session: 's',
      at: 'compaction',
      message: 3,
      historyTokens: 9000,
      budget: 100,
      questions: ours.map((_, at) => ({
        id: at + 1,
        kind: 'fact',
        question: hostileName,
        answer: hostileName,
        source: [{ block: 1, quote: hostileName }],
      })),
      dropped: [{ kind: 'fact', question: hostileName, answer: 'A', source: [], why: 'it was asked before' }],
      views: [...view('vendor summary', theirs), ...view('fovea', ours)],
    }
  })
  return {
    version: 1,
    reader: hostileName,
    examiner: 'e',
    cases,
    methods: methodScores(cases, methods),
    differences: methodDifferences(cases, methods),
    regraded: { answers: 0, agreed: 0 },
    estimate: { calls: 3, inputTokens: 1000, outputTokens: 100 },
    used: { calls: 2, inputTokens: 900, outputTokens: 90, cost: 0.0123 },
    reused: 1,
    notes: [{ case: '1.', step: 'grading', why: hostileName }],
    skipped: [{ name: 'short.jsonl', why: 'it is too short' }],
  }
}

describe('an exam as a page', () => {
  const document = examDocument(
    reportOf(
      [
        [0, -0.5],
        [1, 1],
      ],
      [undefined, [1, 0]],
    ),
  )

  it('holds what sessions say as data, never as markup', () => {
    const page = pageHtml(document, { title: 'Reading exam' })
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).not.toContain(hostileName)
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page).toContain('\\u003cscript>')
  })

  it('has scores, examples, remarks, every case and the notes', () => {
    for (const title of [
      'What a reader still knew',
      'What was lost most often',
      'What readers said of the views',
      'Case by case',
      'Notes',
    ])
      expect(document.parts.flatMap(part => ('title' in part ? [part.title] : []))).toContain(title)
    const whole = JSON.stringify(document)
    expect(whole).toContain('"type":"bars"')
    expect(whole).toContain('Dropped: ')
  })
})

describe('what an exam found', () => {
  it('says the number of cases once where it is the same, and for each where it is not', () => {
    expect(examFindings(reportOf([[0], [1]], [[1], [1]])).answer).toBe(
      "From the views of fovea, a reader still knew 100 of 100, from the agent's own summary 50 of 100 (2 questions, 2 cases).",
    )
    expect(examFindings(reportOf([[0], [1]], [undefined, [0.5]])).answer).toBe(
      'From the views of fovea, a reader still knew 75 of 100 (2 questions, 2 cases).',
    )
    expect(examFindings(reportOf([[0], [1]], [undefined, [0.5]])).further[0]).toBe(
      "On the 1 question of 1 case that both fovea and the agent's own summary were read for: 100 against 0, +100 points.",
    )
    expect(examFindings(reportOf()).answer).toBe('No answer was graded.')
  })

  it('shows the interval of a difference, and cases where methods have different numbers of them', () => {
    const text = renderExam(reportOf([[0], [1]], [[1], [1]], [[0], [1]], [undefined, [1]]))
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/100 against 33, \+67 points \(95 % interval 0 to \+100\)/)
    expect(text).toMatch(/method +all +user +state +fact +decision +cases\n/)
    expect(text).toMatch(/\n {2}fovea +100 \(100–100\) .* 4\n/)
    expect(text).toMatch(/short\.jsonl: it is too short/)
    expect(text).toMatch(
      /It took 2 calls, 900 tokens in, 90 out, 0\.012 by your price; 1 answer came from\s+the folder/,
    )
  })
})
