/** An evaluation as a person reads it in a terminal. */
import type {
  CompactionSummary,
  EvaluationReport,
  TranscriptSummary,
} from '../../../tools/evaluate/report.ts'
import { shortNumber } from '../../pages/short-number.ts'
import { formatCount, formatNumber } from '../format-number.ts'
import { fitted, terminalLine } from '../text-table.ts'
import { findingsOf } from './findings.ts'
import { comparedMethods, everything, showableNames } from './report-numbers.ts'
import { lineWidth, tableText, wrapped } from './report-table.ts'
import { agentTable } from './tables/agent-table.ts'
import { costTable } from './tables/cost-table.ts'
import { compactionTable, detailTable, factsTable, needsTable } from './tables/method-table.ts'

const maxNames = 6
const maxCompactions = 12
const maxSkipped = 8
const maxNameLength = 70

export function renderEvaluation(report: EvaluationReport): string {
  const { transcripts, tokens } = everything(report)
  const { answer, further } = findingsOf(report)
  const tables = [needsTable, detailTable, factsTable, compactionTable, agentTable, costTable]
  return fitted(
    [
      `${formatCount(transcripts, 'session')}, ${formatNumber(tokens)} tokens (${report.counter})\n\n`,
      ...[answer, ...further].map(sentence => wrapped(sentence)),
      ...tables.flatMap(tableOf => tableText(tableOf(report))),
      ...compactionLines(report),
      ...skippedLines(report),
    ].join(''),
    lineWidth(),
  )
}

/** For each compaction, what the agent's own summary left out and the agent then used. */
function compactionLines(report: EvaluationReport): readonly string[] {
  const judged = report.transcripts.flatMap(session =>
    session.compactions.flatMap(compaction =>
      compaction.outcome === undefined ? [] : [compactionText(report, session, compaction)],
    ),
  )
  if (judged.length === 0) return []
  const more = judged.length - maxCompactions
  return [
    "\nUsed next, but not in the agent's own summary\n",
    ...judged.slice(0, maxCompactions),
    ...(more > 0 ? [`  … and ${formatCount(more, 'more compaction')}\n`] : []),
  ]
}

function compactionText(
  report: EvaluationReport,
  { name }: TranscriptSummary,
  { at, tokensBefore, tokensAfter, outcome }: CompactionSummary,
): string {
  const { used = 0, shown = {}, lost = [] } = outcome ?? {}
  const counts = comparedMethods(report).flatMap(({ name: method }) =>
    shown[method] === undefined ? [] : [`${method} ${shown[method]}`],
  )
  const names = showableNames(lost, maxNames)
  return [
    `  ${terminalLine(name, maxNameLength)}, before message ${formatNumber(at + 1)}: ${shortNumber(tokensBefore)} → ${shortNumber(tokensAfter)} tokens; of ${formatNumber(used)} used next, ${counts.join(', ')}\n`,
    ...(names.length === 0
      ? []
      : [wrapped(`lost: ${names.join(', ')}${lost.length > names.length ? ', …' : ''}`, '    ')]),
  ].join('')
}

function skippedLines({ skipped }: EvaluationReport): readonly string[] {
  if (skipped.length === 0) return []
  const more = skipped.length - maxSkipped
  return [
    '\nNo case\n',
    ...skipped
      .slice(0, maxSkipped)
      .map(({ name, why }) => `  ${terminalLine(name, maxNameLength)}: ${terminalLine(why, 200)}\n`),
    ...(more > 0 ? [`  … and ${formatNumber(more)} more\n`] : []),
  ]
}
