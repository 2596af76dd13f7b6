/** An exam as one HTML page that needs nothing else. */
import type {
  CaseReport,
  ExamReport,
  LostExample,
  MethodScores,
  ViewReport,
} from '../../../tools/evaluate/exam/exam-report.ts'
import { type Child, element, type Markup } from '../../pages/html.ts'
import { pageDocument } from '../../pages/page-document.ts'
import { barChart } from '../evaluation/page/bar-chart.ts'
import { htmlTable } from '../evaluation/page/html-table.ts'
import { methodStyles } from '../evaluation/page/method-styles.ts'
import { formatCount, formatNumber } from '../text-table.ts'
import { examFindings } from './exam-findings.ts'
import {
  differenceTable,
  examScope,
  kindHelp,
  points,
  readingTable,
  scoreTable,
  scoreText,
} from './exam-tables.ts'
import { lostText } from './render-exam.ts'
import { totalsText } from './totals-text.ts'

export function examPage(report: ExamReport): string {
  return pageDocument('Reading exam · Fovea', opening(report), sections(report), closing(report))
}

function opening(report: ExamReport): Markup {
  const { answer, further } = examFindings(report)
  return element(
    'header',
    {},
    element('p', { class: 'eyebrow' }, `Fovea reading exam · ${examScope(report)}`),
    element('h1', {}, answer),
    further.map(sentence => element('p', {}, sentence)),
  )
}

function sections(report: ExamReport): readonly Child[] {
  const scores = scoreTable(report)
  const views = readingTable(report)
  const differences = differenceTable(report)
  return [
    section(
      'What a reader still knew',
      'A model in a fresh context got one view and the questions of its case, and nothing else. Another call graded the answers of all methods side by side, without knowing whose they were.',
      scoreChart(report),
      scores === undefined ? undefined : htmlTable(scores),
      views === undefined ? undefined : htmlTable(views),
      differences === undefined ? undefined : htmlTable(differences),
    ),
    section(
      'What was lost most often',
      'First what another view kept: it could have been kept.',
      report.methods.filter(({ examples }) => examples.length > 0).map(lostArticle),
    ),
    section(
      'What readers said of the views',
      'What they missed most for going on with the work, and what was useless or confused them.',
      remarks(report),
    ),
    section('Case by case', 'Every question with its answer and grades.', report.cases.map(caseDetails)),
  ]
}

/** Nothing where it would hold nothing but words. */
function section(title: string, lead: string, ...parts: readonly Child[]): Markup | undefined {
  const shown = parts.flat().filter(part => part !== undefined)
  if (shown.length === 0) return undefined
  return element('section', {}, element('h2', {}, title), element('p', { class: 'quiet' }, lead), shown)
}

function scoreChart({ methods }: ExamReport): Markup | undefined {
  const styles = methodStyles(methods)
  const bars = methods.flatMap(({ name, all, cases }) =>
    all === undefined
      ? []
      : [
          {
            name,
            style: styles.get(name) ?? 'baseline',
            value: Math.max(0, all.mean),
            tell: `${name}: ${scoreText(all)} of 100, ${formatCount(all.questions, 'question')}, ${formatCount(cases, 'case')}`,
          },
        ],
  )
  if (bars.length === 0) return undefined
  const chart = barChart({
    title: 'Mean grade of all questions',
    describe: bars.map(({ tell }) => tell).join('; '),
    bars,
  })
  return element('figure', {}, element('div', { class: 'scroll' }, chart))
}

function lostArticle(method: MethodScores): Markup {
  return element(
    'article',
    { class: 'session' },
    element('h3', {}, method.name),
    element('p', { class: 'note' }, lostText(method)),
    element('dl', {}, method.examples.map(example)),
  )
}

function example({ kind, question, right, given, keptBy, case: of }: LostExample): readonly Markup[] {
  const kept = keptBy.length === 0 ? '' : ` Known from: ${keptBy.join(', ')}.`
  return [
    element('dt', { title: kindHelp[kind] }, kind),
    element(
      'dd',
      {},
      question,
      element('br'),
      `Right: ${right}`,
      element('br'),
      `Given: ${given}`,
      element('br'),
      `${of}.${kept}`,
    ),
  ]
}

const remarksShown = 3

function remarks({ cases, methods }: ExamReport): Markup | undefined {
  const said = methods.flatMap(({ name }) => {
    const views = cases.flatMap(({ views }) => views.filter(({ method }) => method === name))
    const of = (pick: (view: ViewReport) => string | undefined): readonly string[] =>
      views.flatMap(view => pick(view) ?? []).slice(0, remarksShown)
    const [missing, useless] = [of(({ missing }) => missing), of(({ useless }) => useless)]
    return missing.length + useless.length === 0
      ? []
      : [
          element('dt', {}, name),
          element(
            'dd',
            {},
            ...missing.flatMap(text => [`Missing: ${text}`, element('br')]),
            ...useless.flatMap(text => [`Useless: ${text}`, element('br')]),
          ),
        ]
  })
  return said.length === 0 ? undefined : element('dl', {}, said)
}

function caseDetails(report: CaseReport): Markup {
  const { name, at, historyTokens, budget, questions, dropped, views } = report
  const facts = [
    at === 'compaction' ? 'where the agent compacted' : 'a cut',
    `${formatNumber(historyTokens)} tokens of history`,
    `views of ${formatNumber(budget)}`,
    formatCount(questions.length, 'question'),
  ]
  return element(
    'details',
    {},
    element('summary', {}, `${name}: ${facts.join(', ')}`),
    ...htmlTable(
      {
        title: name,
        columns: [{ name: 'question', isText: true }, ...views.map(({ method }) => ({ name: method }))],
        rows: questions.map(({ id, question }) => ({
          cells: [
            `${id}. ${question}`,
            ...views.map(({ answers }) => {
              const graded = answers.find(answer => answer.id === id)
              return graded === undefined ? '–' : points(graded.grade)
            }),
          ],
        })),
        notes: dropped.map(({ question, why }) => `Dropped: ${question} (${why})`),
      },
      { isTitled: true },
    ),
    questions.map(question =>
      element(
        'div',
        {},
        element('h3', {}, `${question.id}. ${question.question}`),
        element('p', { class: 'note' }, `${question.kind}: ${question.answer}${sourceText(question.source)}`),
        element(
          'ul',
          { class: 'plain' },
          views.map(({ method, answers }) => {
            const graded = answers.find(answer => answer.id === question.id)
            return graded === undefined
              ? undefined
              : element('li', {}, `${method}, ${graded.gradings.map(points).join(' and ')}: ${graded.answer}`)
          }),
        ),
      ),
    ),
  )
}

function sourceText(source: CaseReport['questions'][number]['source']): string {
  return source.length === 0
    ? ''
    : ` (block ${source.map(({ block, quote }) => `${block}: “${quote}”`).join('; ')})`
}

function closing(report: ExamReport): readonly Child[] {
  const { notes, skipped, reader, examiner, used, estimate, reused } = report
  const listed = [
    ...notes.map(({ case: of, step, why }) => `${of}, ${step}: ${why}`),
    ...skipped.map(({ name, why }) => `${name}: ${why}`),
  ]
  return [
    section(
      'Notes',
      'What did not go as it should, without ending the run.',
      listed.length === 0
        ? undefined
        : element(
            'ul',
            { class: 'plain' },
            listed.map(line => element('li', {}, line)),
          ),
    ),
    element(
      'footer',
      {},
      `Read by ${reader}; questions and grades by ${examiner}. It took ${totalsText(used)} (${formatCount(reused, 'answer')} came from the folder); expected were ${totalsText(estimate)}. Texts in this page come from the sessions: look before you share it.`,
    ),
  ]
}
