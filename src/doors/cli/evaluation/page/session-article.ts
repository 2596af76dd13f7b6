/** One session: how full its context was, and what each of its compactions lost. */
import type {
  CompactionSummary,
  EvaluationReport,
  TranscriptSummary,
} from '../../../../tools/evaluate/report.ts'
import { element, type Markup } from '../../../pages/html.ts'
import { shortNumber } from '../../../pages/short-number.ts'
import { formatCount, formatNumber } from '../../text-table.ts'
import { showableNames } from '../lost-names.ts'
import { budgetText, comparedMethods, ourMethod } from '../report-numbers.ts'
import { contextChart } from './context-chart.ts'

const maxNames = 8

export function sessionArticle(report: EvaluationReport, session: TranscriptSummary): Markup {
  const { name, agent, messages, tokens, compactions, cuts } = session
  const facts = [
    agent,
    formatCount(messages, 'message'),
    `${formatNumber(tokens)} tokens`,
    formatCount(compactions.length, 'compaction'),
    formatCount(cuts.length, 'cut'),
  ]
  return element(
    'article',
    { class: 'session' },
    element('h3', {}, name),
    element('p', { class: 'note' }, facts.join(' · ')),
    element('div', { class: 'scroll' }, contextChart(session)),
    compactions.length === 0
      ? undefined
      : element(
          'ol',
          {},
          compactions.map(compaction => compactionItem(report, compaction)),
        ),
    lostAtCuts(report, session),
  )
}

function compactionItem(report: EvaluationReport, compaction: CompactionSummary): Markup {
  const { at, tokensBefore, tokensAfter, trigger, outcome } = compaction
  const became = tokensAfter === 0 ? 'a summary that the log does not show' : shortNumber(tokensAfter)
  const where = `Before message ${formatNumber(at)}${trigger === undefined ? '' : ` (${trigger})`}: ${shortNumber(tokensBefore)} tokens became ${became}.`
  if (outcome === undefined) return element('li', {}, where)
  const { used, shown, lost } = outcome
  const counts = comparedMethods(report).flatMap(method =>
    shown[method.name] === undefined
      ? []
      : [
          `${method.kind === 'vendor' ? 'the summary' : method.name} shows ${formatNumber(shown[method.name] ?? 0)}`,
        ],
  )
  return element(
    'li',
    {},
    `${where} Of ${formatNumber(used)} names and numbers used next, ${counts.join(', ')}.`,
    examples(' Not in the summary: ', lost),
  )
}

/** At the tightest budget, where the most is lost. */
function lostAtCuts(report: EvaluationReport, { cuts }: TranscriptSummary): Markup | undefined {
  const ours = ourMethod(report)
  const lost = cuts.flatMap(cut => cut.lost.at(-1) ?? [])
  const [first] = lost
  const names = [...new Set(lost.flatMap(({ atoms }) => atoms))]
  const listed = examples('', names)
  if (ours === undefined || first === undefined || listed === undefined) return undefined
  return element(
    'p',
    { class: 'note' },
    `Needed again and not shown by ${ours.name} at ${budgetText(first.share)}: `,
    listed,
  )
}

function examples(before: string, atoms: readonly string[]): readonly (string | Markup)[] | undefined {
  const names = showableNames(atoms, maxNames)
  if (names.length === 0) return undefined
  return [
    before,
    ...names.flatMap((name, index) => [index === 0 ? '' : ', ', element('code', {}, name)]),
    atoms.length > names.length ? ', …' : '.',
  ]
}
