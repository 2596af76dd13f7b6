/** An evaluation as the parts of a page. */
import type { EvaluationReport, MethodInfo } from '../../../tools/evaluate/report.ts'
import type {
  BarsPart,
  DefinitionsPart,
  DocumentPart,
  DocumentSection,
  PageDocument,
  TablePart,
} from '../../pages/document-parts.ts'
import { formatCount, formatNumber } from '../format-number.ts'
import { budgetLines, informationKept, needsShown } from './budget-lines.ts'
import { findingsOf } from './findings.ts'
import { inkOf } from './method-ink.ts'
import { compactionScores, everything, multiple, percent } from './report-numbers.ts'
import { filledSection, type ReportTable, tablePart } from './report-table.ts'
import { sessionPart } from './session-part.ts'
import { agentTable } from './tables/agent-table.ts'
import { costTable } from './tables/cost-table.ts'
import { compactionTable, detailTable, factsTable, needsTable } from './tables/method-table.ts'

/** How many sessions are shown; the rest are in a part that the reader opens. */
const sessionsInSight = 6

export function evaluationDocument(report: EvaluationReport): PageDocument {
  const { transcripts, tokens } = everything(report)
  const { answer, further } = findingsOf(report)
  return {
    page: 'document',
    eyebrow: `Fovea evaluation · ${formatCount(transcripts, 'session')} · ${formatNumber(tokens)} tokens`,
    headline: answer,
    lead: further,
    parts: [...sections(report), definitions(report), ...skippedPart(report)],
    footer: `Tokens counted with ${report.counter}. No model was asked; the same sessions give the same page. Names in it come from the sessions: look before you share it.`,
  }
}

function sections(report: EvaluationReport): readonly DocumentPart[] {
  return [
    ...filledSection(
      'The tighter the budget, the more is forgotten',
      'Of what the agent went on to use from far back, the share that each view shows.',
      [budgetLines(report, needsShown), tablePart(needsTable(report))],
    ),
    ...filledSection(
      'Names are not yet knowledge',
      'A list of names would score well above. Whether a view says how the work was going is measured by how well it foretells the agent’s next actions.',
      [budgetLines(report, informationKept), tablePart(detailTable(report))],
    ),
    ...filledSection(
      'What the agent’s own compactions lost',
      'Every view at the very size of the summary that the agent wrote.',
      [compactionBars(report), tablePart(compactionTable(report))],
    ),
    ...filledSection(
      'What must not be lost',
      'Demands of the user, the trail of files and commands, and questions.',
      [tablePart(factsTable(report))],
    ),
    ...tableSection(agentTable(report)),
    ...tableSection(costTable(report)),
    ...sessionsPart(report),
  ]
}

/** A table that takes its title from the section. */
function tableSection(table: ReportTable | undefined): readonly DocumentSection[] {
  return table === undefined
    ? []
    : [
        {
          type: 'section',
          title: table.title,
          parts: [{ ...(tablePart(table) as TablePart), isTitled: true }],
        },
      ]
}

/** Omits methods that used more tokens than the summary: they are in the table, and the caption names them. */
function compactionBars(report: EvaluationReport): BarsPart | undefined {
  const scores = report.methods.flatMap(method => {
    const own = compactionScores(everything(report), method)
    return own === undefined ? [] : [{ ...own, ink: inkOf(method) }]
  })
  const bars = scores
    .filter(({ isOver }) => !isOver)
    .map(({ method, used, information, size, cases, ink }) => ({
      name: method,
      ink,
      value: used.mean,
      label: `${percent(used)} (${formatNumber(used.cases)})`,
      tooltip: `${method}: ${percent(used)} shown of what was used next, ${percent(information)} of the information, ${multiple(size)} the summary’s tokens, ${formatCount(cases, 'compaction')}`,
    }))
  if (bars.length === 0) return undefined
  const larger = scores.filter(({ isOver }) => isOver)
  const names = larger.map(({ method, size }) => `${method} (${multiple(size)})`).join(', ')
  const captions = [
    'In brackets: how many compactions it rests on.',
    ...(larger.length === 0 ? [] : [`Not drawn, because larger than the summary: ${names}.`]),
  ]
  return {
    type: 'bars',
    title: 'Shown of what the agent used next, at its own compactions',
    describe: bars.map(({ name, label }) => `${name}: ${label}`).join('; '),
    caption: captions.join(' '),
    bars,
  }
}

function sessionsPart(report: EvaluationReport): readonly DocumentPart[] {
  const drawn = report.transcripts
    .filter(({ context }) => context.length > 1)
    .toSorted((one, other) => other.compactions.length - one.compactions.length || other.tokens - one.tokens)
  if (drawn.length === 0) return []
  const parts = drawn.map(session => sessionPart(report, session))
  const folded = parts.slice(sessionsInSight)
  return [
    {
      type: 'section',
      title: 'Session by session',
      lead: 'Tokens in front of the model after each message. Numbered lines are compactions that the agent made; the small triangles are where the session was cut for the cases above.',
      parts: [
        ...parts.slice(0, sessionsInSight),
        ...(folded.length === 0
          ? []
          : [{ type: 'folded', title: formatCount(folded.length, 'more session'), parts: folded } as const]),
      ],
    },
  ]
}

function definitions({ methods }: EvaluationReport): DocumentSection {
  const items: DefinitionsPart['items'] = glossary(methods)
  return { type: 'section', title: 'What the words mean', parts: [{ type: 'definitions', items }] }
}

function skippedPart({ skipped }: EvaluationReport): readonly DocumentSection[] {
  if (skipped.length === 0) return []
  const items = skipped.map(({ name, why }) => [{ code: name }, ` ${why}`])
  return [{ type: 'section', title: 'Without a case', parts: [{ type: 'list', items }] }]
}

const words: readonly (readonly [word: string, meaning: string])[] = [
  [
    'case',
    'A session cut before one of the agent’s steps, at half and at three quarters of its tokens. What came before is the history; what the agent did after it is known, but only the oracle may look.',
  ],
  [
    'need',
    'A path, name, number, hash or address that the agent used after the cut, that is in the history, and that was not shown again in between: it can only have come from memory.',
  ],
  [
    'from far back',
    'Last seen outside the newest fifth of the history. Keeping the newest messages cannot show these.',
  ],
  ['grounded', 'Shown beside at least two words that are near it in the original.'],
  ['reachable', 'Shown, or in an original that a handle in the view names: one look away.'],
  [
    'information',
    'How many bytes knowing the view saves a compressor (brotli) on the agent’s next actions, as a share of what knowing the whole history saves.',
  ],
  [
    'trail',
    'What was done to which files and how commands ended, read from the tool calls, against what the view says.',
  ],
  [
    'probes',
    'Questions made from the session; a view answers one if it holds every keyword, none of which the question gives away.',
  ],
  [
    'oracle',
    'Knows the future and shows just the lines that will be used: a ceiling that no method can reach.',
  ],
]

/** Definitions of the terms on the page. */
function glossary(methods: readonly MethodInfo[]): readonly (readonly [string, string])[] {
  const described = methods
    .filter(({ kind }) => kind !== 'ceiling')
    .map(({ name, describe }) => [name, `${describe}.`] as const)
  return [...words, ...described]
}
