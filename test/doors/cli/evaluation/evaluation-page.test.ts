import { describe, expect, it } from 'vitest'
import { evaluationPage } from '../../../../src/doors/cli/evaluation/page/evaluation-page.ts'
import type { EvaluationReport } from '../../../../src/tools/evaluate/report.ts'
import { hostileName, reportWithoutCases, sampleGroup, sampleReport, sampleSession } from './sample-report.ts'

const page = evaluationPage(sampleReport)
const count = (html: string, part: string): number => html.split(part).length - 1

describe('evaluationPage', () => {
  it('begins with the answer', () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).toContain('<h1>At 15\u00a0% of the tokens, fovea would have shown 71\u00a0%')
  })

  it('is one file: no script, no address, no import', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|https?:|\bon\w+="/i)
    expect(page).toContain('default-src &#39;none&#39;')
  })

  it('shows names of sessions as text', () => {
    expect(page).not.toContain(hostileName)
    expect(page).toContain(
      'logs/&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; gnp. &amp;amp;.jsonl',
    )
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('ghp_')
  })

  it('draws a line for every method that has one, and a point for every budget', () => {
    const lines = Array.from(page.matchAll(/class="line [^"]*" data-method="([^"]*)"/g), match => match[1])
    // Twice: needs and information. What keeps everything is not drawn.
    expect(lines).toEqual(Array(2).fill(['window', 'head and tail', 'oracle', 'fovea']).flat())
    expect(count(page, '<polyline')).toBe(8)
    expect(count(page, 'class="point"') + count(page, 'class="point over"')).toBe(8 * 3)
    expect(count(page, 'class="point over"')).toBe(2)
    expect(page).toContain('>fovea 62\u00a0%, kept 21\u00a0%</text>')
    expect(page).toContain(
      '<title>fovea at 5\u00a0%: 62\u00a0% shown; kept 21\u00a0% of the tokens, budget met in 3 of 12 cases</title>',
    )
  })

  it('has the same numbers as a table, and a title and description in every drawing', () => {
    expect(page).toContain(
      '<tr class="ours"><th scope="row" class="text">fovea</th><td>90\u00a0%</td><td>71\u00a0%</td>',
    )
    expect(count(page, '<svg')).toBe(4)
    expect(count(page, 'role="img" class="chart"><title>')).toBe(4)
    expect(count(page, '<desc>')).toBe(4)
  })

  it('marks compactions on the session and tells them one by one', () => {
    expect(count(page, 'class="compaction"')).toBe(2)
    expect(page).toContain(
      'Before message 100 (auto): 120k tokens became 2.9k. Of 50 names and numbers used next, the summary shows 24, fovea shows 33.',
    )
    expect(page).toContain('8k tokens became a summary that the log does not show.')
    expect(page).toContain('Needed again and not shown by fovea at 5\u00a0%: <code>readLedger</code>')
  })

  it('draws no bar for what was larger than the summary, and says so', () => {
    const bars = Array.from(page.matchAll(/class="bar [^"]*" data-method="([^"]*)"/g), match => match[1])
    expect(bars).toEqual(['fovea', 'vendor summary', 'window'])
    expect(page).toContain('Not drawn, because larger than the summary: none (40.00 ×).')
  })

  it('folds many sessions away', () => {
    const transcripts = Array.from({ length: 9 }, (_, index) => ({ ...sampleSession, name: `s${index}` }))
    const many = evaluationPage({ ...sampleReport, transcripts })
    expect(many).toContain('<summary>3 more sessions</summary>')
    expect(count(many.slice(0, many.indexOf('<details>')), '<article')).toBe(6)
  })

  it.each<[string, EvaluationReport]>([
    ['no case', reportWithoutCases({ ...sampleSession, compactions: [], cuts: [] })],
    ['no session', reportWithoutCases()],
    ['no group', { ...sampleReport, groups: [] }],
    ['one budget', { ...sampleReport, shares: [0.15] }],
    [
      'one message',
      reportWithoutCases({ ...sampleSession, context: [{ message: 0, tokens: 0 }], compactions: [] }),
    ],
    ['compactions alone', { ...sampleReport, groups: [{ ...sampleGroup, budgets: [] }] }],
  ])('is whole with %s', (_, report) => {
    const html = evaluationPage(report)
    expect(html).toContain('<h1>')
    expect(html).not.toMatch(/NaN|undefined|Infinity/)
  })
})
