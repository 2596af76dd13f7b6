/** One session: how full its context was, and what each of its compactions lost. */
import type {
  CompactionSummary,
  EvaluationReport,
  TranscriptSummary,
} from '../../../tools/evaluate/report.ts'
import type {
  CourseMark,
  CoursePart,
  DocumentPart,
  DocumentSection,
  RichPart,
  RichText,
} from '../../pages/document-parts.ts'
import { shortNumber } from '../../pages/short-number.ts'
import { formatCount, formatNumber } from '../format-number.ts'
import { budgetText, comparedMethods, ourMethod, showableNames } from './report-numbers.ts'

const maxNames = 8

export function sessionPart(report: EvaluationReport, session: TranscriptSummary): DocumentSection {
  const { name, agent, messages, tokens, compactions, cuts } = session
  const facts = [
    agent,
    formatCount(messages, 'message'),
    `${formatNumber(tokens)} tokens`,
    formatCount(compactions.length, 'compaction'),
    formatCount(cuts.length, 'cut'),
  ]
  const items = compactions.map(compaction => compactionItem(report, compaction))
  return {
    type: 'section',
    title: name,
    isOneOfMany: true,
    lead: facts.join(' · '),
    parts: [
      contextCourse(session),
      ...(items.length === 0 ? [] : [{ type: 'list', items, isNumbered: true } as const]),
      ...lostAtCuts(report, session),
    ],
  }
}

function contextCourse({ context, compactions, cuts, name, messages }: TranscriptSummary): CoursePart {
  const last = context.at(-1)?.message ?? 0
  const maxTokens = context.reduce((peak, { tokens }) => Math.max(peak, tokens), 0)
  const emptied = new Set(compactions.map(({ at }) => at))
  // A vertical line where the context was emptied.
  const points = context.flatMap(({ message, tokens }, index): readonly (readonly [number, number])[] => {
    const before = context[index - 1]
    return emptied.has(message) && before !== undefined
      ? [
          [message, before.tokens],
          [message, tokens],
        ]
      : [[message, tokens]]
  })
  const marks: readonly CourseMark[] = [
    ...cuts.map(
      ({ at, needs, deepNeeds }): CourseMark => ({
        kind: 'point',
        place: at,
        tooltip: `Cut before message ${formatNumber(at + 1)}: ${needs} needs, ${deepNeeds} from far back`,
      }),
    ),
    ...compactions.map(
      ({ at, tokensBefore, tokensAfter }, index): CourseMark => ({
        kind: 'line',
        place: at,
        number: index + 1,
        tooltip: `Compaction ${index + 1}, before message ${formatNumber(at + 1)}: ${formatNumber(tokensBefore)} tokens became ${tokensAfter === 0 ? 'a summary that the log does not show' : formatNumber(tokensAfter)}`,
      }),
    ),
  ]
  return {
    type: 'course',
    title: `Tokens in front of the model over the session ${name}`,
    describe: `It grows to ${formatNumber(maxTokens)} tokens over ${formatNumber(messages)} messages; compactions: ${compactions.map(({ at }) => `before message ${formatNumber(at + 1)}`).join(', ') || 'none'}.`,
    series: [{ name: 'context', ink: 'ours', points }],
    marks,
    ends: ['message 1', formatNumber(last + 1)],
  }
}

function compactionItem(report: EvaluationReport, compaction: CompactionSummary): RichText {
  const { at, tokensBefore, tokensAfter, trigger, outcome } = compaction
  const became = tokensAfter === 0 ? 'a summary that the log does not show' : shortNumber(tokensAfter)
  const where = `Before message ${formatNumber(at + 1)}${trigger === undefined ? '' : ` (${trigger})`}: ${shortNumber(tokensBefore)} tokens became ${became}.`
  if (outcome === undefined) return where
  const { used, shown, lost } = outcome
  const counts = comparedMethods(report).flatMap(method =>
    shown[method.name] === undefined
      ? []
      : [
          `${method.kind === 'vendor' ? 'the summary' : method.name} shows ${formatNumber(shown[method.name] ?? 0)}`,
        ],
  )
  return [
    `${where} Of ${formatNumber(used)} names and numbers used next, ${counts.join(', ')}.`,
    ...examples(' Not in the summary: ', lost),
  ]
}

/** What was lost at the tightest budget, where the loss is largest. */
function lostAtCuts(report: EvaluationReport, { cuts }: TranscriptSummary): readonly DocumentPart[] {
  const ours = ourMethod(report)
  const lost = cuts.flatMap(cut => cut.lost.at(-1) ?? [])
  const [first] = lost
  const names = [...new Set(lost.flatMap(({ atoms }) => atoms))]
  if (ours === undefined || first === undefined) return []
  const before = `Needed again and not shown by ${ours.name} at ${budgetText(first.share)}: `
  const text = examples(before, names)
  return text.length === 0 ? [] : [{ type: 'text', text, isNote: true }]
}

function examples(before: string, atoms: readonly string[]): readonly (string | RichPart)[] {
  const names = showableNames(atoms, maxNames)
  if (names.length === 0) return []
  return [
    before,
    ...names.flatMap((code, index) => [...(index === 0 ? [] : [', ']), { code }]),
    atoms.length > names.length ? ', …' : '.',
  ]
}
