/** What an evaluation found, in a few sentences that claim no more than the cases support. */
import { minOfSession } from '../../../tools/evaluate/evaluate-cuts.ts'
import type { EvaluationReport, TranscriptSummary } from '../../../tools/evaluate/report.ts'
import { formatCount, formatNumber } from '../format-number.ts'
import {
  budgetText,
  compactionScores,
  everything,
  headlineShare,
  ourMethod,
  percent,
  scoresAt,
  times,
  vendorMethod,
} from './report-numbers.ts'

export interface Findings {
  readonly answer: string
  /** Further findings, one sentence or two each. */
  readonly further: readonly string[]
}

/** Results from fewer cases are only anecdotes. */
const enoughCases = 10

export function findingsOf(report: EvaluationReport): Findings {
  const [answer = noCase(report), ...further] = [
    ...cutFindings(report),
    ...compactionFindings(report),
    ...(casesOf(report) > 0 ? fewCases(casesOf(report)) : []),
  ]
  return { answer, further }
}

function casesOf(report: EvaluationReport): number {
  const { budgets, compactions } = everything(report)
  return (budgets[0]?.cases ?? 0) + (compactions[0]?.cases ?? 0)
}

function cutFindings(report: EvaluationReport): readonly string[] {
  const share = headlineShare(report)
  const ours = ourMethod(report)
  const scores = ours === undefined ? undefined : scoresAt(everything(report), ours.name, share)
  if (ours === undefined || scores === undefined) return []
  const window = scoresAt(everything(report), 'window', share)
  const compared =
    window === undefined
      ? ''
      : `; keeping only the newest messages would have shown ${percent(window.deepUse.visible)}`
  const { size, deepUse } = scores
  // A miss too small to show after rounding counts as met; the tables show it.
  const isMet = size.met.mean === 1 || percent(size.kept) === percent(share)
  const made = isMet
    ? `At ${budgetText(share)} of the tokens, ${ours.name} would have shown`
    : `Asked for ${budgetText(share)} of the tokens, ${ours.name} would have kept ${percent(size.kept)} and shown`
  return [
    `${made} ${percent(deepUse.visible)} of what the agent went on to use from far back${compared} (${formatCount(scores.cases, 'case')}).`,
    // A view that is too large shows more than it should, so both numbers are given.
    ...(isMet
      ? []
      : [
          `That budget was met in ${times(size.met)} cases; hold what ${ours.name} shows against methods of the size that it kept.`,
        ]),
  ]
}

function compactionFindings(report: EvaluationReport): readonly string[] {
  const recorded = report.transcripts.reduce((sum, { compactions }) => sum + compactions.length, 0)
  if (recorded === 0) return []
  const vendor = compactionScores(everything(report), vendorMethod(report))
  if (vendor === undefined)
    return [
      `The agent compacted ${formatCount(recorded, 'time')}, but no log shows a summary that can be held against what came next.`,
    ]
  const ours = compactionScores(everything(report), ourMethod(report))
  const tokens = ours?.isOver ? `in ${ours.size.mean.toFixed(1)} times the tokens` : 'in as many tokens'
  const compared =
    ours === undefined ? '' : `; ${ours.method} would have shown ${percent(ours.used)} ${tokens}`
  const unread = recorded - vendor.cases
  const rest =
    unread === 0 ? '' : ` ${formatCount(unread, 'compaction')} could not be judged: no readable summary.`
  return [
    `At ${formatCount(vendor.cases, 'compaction')} of its own, the agent's summary showed ${percent(vendor.used)} of what the agent used next${compared}.${rest}`,
  ]
}

export function fewCases(cases: number): readonly string[] {
  return cases >= enoughCases
    ? []
    : [
        `Only ${formatCount(cases, 'case')}: an anecdote about these sessions, not a measurement of the method.`,
      ]
}

function noCase({ transcripts, skipped }: EvaluationReport): string {
  const [only] = transcripts
  if (only === undefined)
    return skipped.length === 0
      ? 'There was no session to evaluate.'
      : `Nothing could be evaluated: ${formatCount(skipped.length, 'file')} could not be read.`
  return transcripts.length === 1
    ? `This session is too short: ${whyNoCase(only)}.`
    : `These ${formatNumber(transcripts.length)} sessions are too short, or nothing in them was needed again.`
}

function whyNoCase({ messages, tokens }: TranscriptSummary): string {
  return messages < minOfSession.messages || tokens < minOfSession.tokens
    ? `it has ${formatCount(messages, 'message')} and ${formatNumber(tokens)} tokens, and a case takes ${minOfSession.messages} messages and ${formatNumber(minOfSession.tokens)} tokens`
    : 'its agent used fewer than 3 names again that it had seen long before, and so there was nothing to forget'
}
