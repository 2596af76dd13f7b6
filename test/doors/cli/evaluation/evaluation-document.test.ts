import { describe, expect, it } from 'vitest'
import { evaluationDocument } from '../../../../src/doors/cli/evaluation/evaluation-document.ts'
import type { DocumentPart, PageDocument } from '../../../../src/doors/pages/document-parts.ts'
import { pageHtml } from '../../../../src/doors/pages/page-html.ts'
import type { EvaluationReport } from '../../../../src/tools/evaluate/report.ts'
import { hostileName, reportWithoutCases, sampleGroup, sampleReport, sampleSession } from './sample-report.ts'

const page = evaluationDocument(sampleReport)

/** All parts of a type, however deep. */
function partsOf<Type extends DocumentPart['type']>(
  { parts }: Pick<PageDocument, 'parts'>,
  type: Type,
): readonly Extract<DocumentPart, { readonly type: Type }>[] {
  return parts.flatMap(part => [
    ...(part.type === type ? [part as Extract<DocumentPart, { readonly type: Type }>] : []),
    ...(part.type === 'section' || part.type === 'folded' ? partsOf(part, type) : []),
  ])
}

describe('evaluationDocument', () => {
  it('begins with the answer, and with the number of cases that it rests on', () => {
    expect(page.headline).toMatch(/^At 15 % of the tokens, fovea would have shown 71 % .* \(12 cases\)\.$/)
  })

  it('shows names of sessions as data, and no credential', () => {
    const html = pageHtml(page, { title: 'Evaluation' })
    expect(html).not.toContain(hostileName)
    expect(JSON.stringify(page)).toContain('<img src=x onerror=alert(1)>')
    expect(html).not.toContain('ghp_')
  })

  it('draws a line for every method that has one, and a point for every budget', () => {
    const charts = partsOf(page, 'lines')
    // Twice: needs and information. What keeps everything is not drawn.
    const names = ['window', 'head and tail', 'oracle', 'fovea']
    expect(charts.map(({ lines }) => lines.map(({ name }) => name))).toEqual([names, names])
    const points = charts.flatMap(({ lines }) => lines.flatMap(line => line.points))
    expect(points).toHaveLength(8 * 3)
    expect(points.filter(({ isOver }) => isOver)).toHaveLength(2)
    expect(charts[0]?.lines.at(-1)?.label).toBe('fovea 62 %, kept 21 %')
    expect(points.map(({ tooltip }) => tooltip)).toContain(
      'fovea at 5 %: 62 % shown; kept 21 % of the tokens, budget met in 3 of 12 cases',
    )
    for (const { caption } of charts) expect(caption).toMatch(/^Means over 12 cases\./)
  })

  it('has the same numbers as a table, and every drawing in words', () => {
    const ours = partsOf(page, 'table')[0]?.rows.find(({ isOurs }) => isOurs)
    expect(ours?.cells.slice(0, 3)).toEqual(['fovea', '90 %', '71 %'])
    for (const type of ['lines', 'bars', 'course'] as const)
      for (const { title, describe: words } of partsOf(page, type))
        expect(`${title}${words}`).toMatch(/\w{3}.*\d/)
  })

  it('marks compactions on the session and lists them one by one', () => {
    const [course] = partsOf(page, 'course')
    expect(course?.marks.flatMap(({ number }) => number ?? [])).toEqual([1, 2])
    const shown = JSON.stringify(partsOf(page, 'list'))
    expect(shown).toContain(
      'Before message 101 (auto): 120k tokens became 2.9k. Of 50 names and numbers used next, the summary shows 24, fovea shows 33.',
    )
    expect(shown).toContain('8k tokens became a summary that the log does not show.')
    expect(JSON.stringify(partsOf(page, 'text'))).toContain('{"code":"readLedger"}')
  })

  it('draws no bar for what was larger than the summary, says so, and how many cases each rests on', () => {
    const [bars] = partsOf(page, 'bars')
    expect(bars?.bars.map(({ name }) => name).sort()).toEqual(['fovea', 'vendor summary', 'window'])
    expect(bars?.caption).toContain('Not drawn, because larger than the summary: none (40.00 ×).')
    for (const { label } of bars?.bars ?? []) expect(label).toMatch(/^\d+ % \(\d+\)$/)
  })

  it('folds many sessions away', () => {
    const transcripts = Array.from({ length: 9 }, (_, index) => ({ ...sampleSession, name: `s${index}` }))
    const many = evaluationDocument({ ...sampleReport, transcripts })
    expect(partsOf(many, 'folded')[0]?.title).toBe('3 more sessions')
    expect(partsOf(many, 'folded')[0]?.parts).toHaveLength(3)
    expect(partsOf(many, 'course')).toHaveLength(9)
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
    const whole = JSON.stringify(evaluationDocument(report))
    expect(evaluationDocument(report).headline).not.toBe('')
    expect(whole).not.toMatch(/NaN|undefined|Infinity/)
  })
})
