/** An evaluation as one HTML page that needs nothing else: no script, no network. */
import type { EvaluationReport } from '../../../../tools/evaluate/report.ts'
import { type Child, element, type Markup } from '../../../pages/html.ts'
import { pageDocument } from '../../../pages/page-document.ts'
import { formatCount, formatNumber } from '../../text-table.ts'
import { findingsOf } from '../findings.ts'
import { compactionScores, everything, multiple, percent } from '../report-numbers.ts'
import type { ReportTable } from '../report-table.ts'
import { agentTable } from '../tables/agent-table.ts'
import { compactionTable } from '../tables/compaction-table.ts'
import { costTable } from '../tables/cost-table.ts'
import { detailTable } from '../tables/detail-table.ts'
import { factsTable } from '../tables/facts-table.ts'
import { needsTable } from '../tables/needs-table.ts'
import { barChart } from './bar-chart.ts'
import { budgetChart, informationKept, needsShown } from './budget-charts.ts'
import { glossary } from './glossary.ts'
import { htmlTable } from './html-table.ts'
import { methodStyles } from './method-styles.ts'
import { sessionArticle } from './session-article.ts'

/** More are folded away. */
const sessionsInSight = 6

export function evaluationPage(report: EvaluationReport): string {
  return pageDocument('Evaluation · Fovea', opening(report), sections(report), closing(report))
}

function opening(report: EvaluationReport): Markup {
  const { transcripts, tokens } = everything(report)
  const { answer, further } = findingsOf(report)
  return element(
    'header',
    {},
    element(
      'p',
      { class: 'eyebrow' },
      `Fovea evaluation · ${formatCount(transcripts, 'session')} · ${formatNumber(tokens)} tokens`,
    ),
    element('h1', {}, answer),
    further.map(sentence => element('p', {}, sentence)),
  )
}

function sections(report: EvaluationReport): readonly Child[] {
  const compactions = compactionChart(report)
  return [
    section(
      'The tighter the budget, the more is forgotten',
      'Of what the agent went on to use from far back, the share that each view shows.',
      figure(budgetChart(report, needsShown), hollowNote),
      needsTable(report),
    ),
    section(
      'Names are not yet knowledge',
      'A list of names would score well above. Whether a view says how the work was going is measured by how well it foretells the agent’s next actions.',
      figure(budgetChart(report, informationKept), hollowNote),
      detailTable(report),
    ),
    section(
      'What the agent’s own compactions lost',
      'Every view at the very size of the summary that the agent wrote.',
      figure(compactions?.chart, compactions?.caption),
      compactionTable(report),
    ),
    section(
      'What must not be lost',
      'Demands of the user, the trail of files and commands, and questions.',
      factsTable(report),
    ),
    tableSection(agentTable(report)),
    tableSection(costTable(report)),
    sessionsSection(report),
  ]
}

const hollowNote = 'Hollow points missed the budget in some cases; point at one to see what it kept.'

/** Nothing where it would hold nothing but words. */
function section(
  title: string,
  lead: string,
  ...parts: readonly (Markup | ReportTable | undefined)[]
): Markup | undefined {
  const shown = parts.flatMap(part => (part === undefined ? [] : 'markup' in part ? [part] : htmlTable(part)))
  if (shown.length === 0) return undefined
  return element('section', {}, element('h2', {}, title), element('p', { class: 'quiet' }, lead), shown)
}

/** A table whose title is the section's. */
function tableSection(table: ReportTable | undefined): Markup | undefined {
  return table === undefined
    ? undefined
    : element('section', {}, element('h2', {}, table.title), htmlTable(table, { isTitled: true }))
}

function figure(chart: Markup | undefined, caption?: string): Markup | undefined {
  if (chart === undefined) return undefined
  return element(
    'figure',
    {},
    element('div', { class: 'scroll' }, chart),
    caption === undefined ? undefined : element('figcaption', {}, caption),
  )
}

function sessionsSection(report: EvaluationReport): Markup | undefined {
  const drawn = report.transcripts
    .filter(({ context }) => context.length > 1)
    .toSorted((one, other) => other.compactions.length - one.compactions.length || other.tokens - one.tokens)
  if (drawn.length === 0) return undefined
  const articles = drawn.map(session => sessionArticle(report, session))
  const folded = articles.slice(sessionsInSight)
  return element(
    'section',
    {},
    element('h2', {}, 'Session by session'),
    element(
      'p',
      { class: 'quiet' },
      'Tokens in front of the model after each message. Numbered lines are compactions that the agent made; the small triangles are where the session was cut for the cases above.',
    ),
    articles.slice(0, sessionsInSight),
    folded.length === 0
      ? undefined
      : element(
          'details',
          {},
          element('summary', {}, `${formatCount(folded.length, 'more session')}`),
          folded,
        ),
  )
}

function closing({ skipped, counter, methods }: EvaluationReport): readonly Child[] {
  const listed = skipped.map(({ name, why }) => element('li', {}, element('code', {}, name), ` ${why}`))
  return [
    glossary(methods),
    listed.length === 0
      ? undefined
      : element(
          'section',
          {},
          element('h2', {}, 'Without a case'),
          element('ul', { class: 'plain' }, listed),
        ),
    element(
      'footer',
      {},
      `Tokens counted with ${counter}. No model was asked; the same sessions give the same page. Names in it come from the sessions: look before you share it.`,
    ),
  ]
}

/** What each method would have shown at the agent's own compactions, at the size of its own summaries. */
interface CaptionedChart {
  readonly chart: Markup
  readonly caption?: string
}

/** Without the methods that took more tokens than the summary: they are in the table, and the caption names them. */
function compactionChart(report: EvaluationReport): CaptionedChart | undefined {
  const styles = methodStyles(report.methods)
  const scores = report.methods.flatMap(method => compactionScores(everything(report), method) ?? [])
  const bars = scores
    .filter(({ isOver }) => !isOver)
    .map(({ method, used, information, size, cases }) => ({
      name: method,
      style: styles.get(method) ?? 'baseline',
      value: used.mean,
      tell: `${method}: ${percent(used)} shown of what was used next, ${percent(information)} of the information, ${multiple(size)} the summary’s tokens (${cases})`,
    }))
  if (bars.length === 0) return undefined
  const chart = barChart({
    title: 'Shown of what the agent used next, at its own compactions',
    describe: bars.map(({ name, value }) => `${name}: ${percent(value)}`).join('; '),
    bars,
  })
  const larger = scores.filter(({ isOver }) => isOver)
  if (larger.length === 0) return { chart }
  const names = larger.map(({ method, size }) => `${method} (${multiple(size)})`).join(', ')
  return { chart, caption: `Not drawn, because larger than the summary: ${names}.` }
}
