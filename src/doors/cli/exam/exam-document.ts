/** An exam as the parts of a page. */
import type {
  CaseReport,
  ExamReport,
  MethodScores,
  ViewReport,
} from '../../../tools/evaluate/exam/exam-report.ts'
import type {
  BarsPart,
  DefinitionsPart,
  DocumentSection,
  FoldedPart,
  PageDocument,
  TablePart,
} from '../../pages/document-parts.ts'
import { inkOf } from '../evaluation/method-ink.ts'
import { filledSection, tablePart } from '../evaluation/report-table.ts'
import { formatCount, formatNumber } from '../format-number.ts'
import { examFindings } from './exam-findings.ts'
import {
  differenceTable,
  examScope,
  points,
  readingTable,
  scoreTable,
  scoreText,
  totalsText,
} from './exam-tables.ts'
import { lostText } from './render-exam.ts'

export function examDocument(report: ExamReport): PageDocument {
  const { answer, further } = examFindings(report)
  const { reader, examiner, used, estimate, reused } = report
  return {
    page: 'document',
    eyebrow: `Fovea reading exam · ${examScope(report)}`,
    headline: answer,
    lead: further,
    parts: [...sections(report), ...notesPart(report)],
    footer: `Read by ${reader}; questions and grades by ${examiner}. It took ${totalsText(used)} (${formatCount(reused, 'answer')} came from the folder); expected were ${totalsText(estimate)}. Texts in this page come from the sessions: look before you share it.`,
  }
}

function sections(report: ExamReport): readonly DocumentSection[] {
  return [
    ...filledSection(
      'What a reader still knew',
      'A model in a fresh context got one view and the questions of its case, and nothing else. Another call graded the answers of all methods side by side, without knowing whose they were.',
      [
        scoreBars(report),
        tablePart(scoreTable(report)),
        tablePart(readingTable(report)),
        tablePart(differenceTable(report)),
      ],
    ),
    ...filledSection(
      'What was lost most often',
      'First what another view kept: it could have been kept.',
      report.methods.filter(({ examples }) => examples.length > 0).map(lostPart),
    ),
    ...filledSection(
      'What readers said of the views',
      'What they missed most for going on with the work, and what was useless or confused them.',
      [remarks(report)],
    ),
    ...filledSection(
      'Case by case',
      'Every question with its answer and grades.',
      report.cases.map(caseDetails),
    ),
  ]
}

function scoreBars({ methods }: ExamReport): BarsPart | undefined {
  const bars = methods.flatMap(method => {
    const { name, all, cases } = method
    return all === undefined
      ? []
      : [
          {
            name,
            ink: inkOf(method),
            value: Math.max(0, all.mean),
            label: `${points(all.mean)} (${formatNumber(all.questions)})`,
            tooltip: `${name}: ${scoreText(all)} of 100, ${formatCount(all.questions, 'question')}, ${formatCount(cases, 'case')}`,
          },
        ]
  })
  if (bars.length === 0) return undefined
  return {
    type: 'bars',
    title: 'Mean grade of all questions',
    describe: bars.map(({ tooltip }) => tooltip).join('; '),
    caption: 'In brackets: how many questions it rests on.',
    bars,
  }
}

function lostPart(method: MethodScores): DocumentSection {
  const items = method.examples.map(({ kind, question, right, given, keptBy, case: caseName }) => {
    const kept = keptBy.length === 0 ? '' : ` Known from: ${keptBy.join(', ')}.`
    return [kind, `${question}\nRight: ${right}\nGiven: ${given}\n${caseName}.${kept}`] as const
  })
  return {
    type: 'section',
    title: method.name,
    isOneOfMany: true,
    lead: lostText(method),
    parts: [{ type: 'definitions', items }],
  }
}

const remarksShown = 3

function remarks({ cases, methods }: ExamReport): DefinitionsPart | undefined {
  const items = methods.flatMap(({ name }) => {
    const views = cases.flatMap(({ views }) => views.filter(({ method }) => method === name))
    const firstOf = (pick: (view: ViewReport) => string | undefined): readonly string[] =>
      views.flatMap(view => pick(view) ?? []).slice(0, remarksShown)
    const said = [
      ...firstOf(({ missing }) => missing).map(text => `Missing: ${text}`),
      ...firstOf(({ useless }) => useless).map(text => `Useless: ${text}`),
    ]
    return said.length === 0 ? [] : [[name, said.join('\n')] as const]
  })
  return items.length === 0 ? undefined : { type: 'definitions', items }
}

function caseDetails(report: CaseReport): FoldedPart {
  const { name, at, historyTokens, budget, questions, dropped, views } = report
  const facts = [
    at === 'compaction' ? 'where the agent compacted' : 'a cut',
    `${formatNumber(historyTokens)} tokens of history`,
    `views of ${formatNumber(budget)}`,
    formatCount(questions.length, 'question'),
  ]
  const table: TablePart = {
    type: 'table',
    title: name,
    isTitled: true,
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
  }
  const answered = questions.map(
    (question): DocumentSection => ({
      type: 'section',
      title: `${question.id}. ${question.question}`,
      isOneOfMany: true,
      lead: `${question.kind}: ${question.answer}${sourceText(question.source)}`,
      parts: [
        {
          type: 'list',
          items: views.flatMap(({ method, answers }) => {
            const graded = answers.find(answer => answer.id === question.id)
            return graded === undefined
              ? []
              : [`${method}, ${graded.gradings.map(points).join(' and ')}: ${graded.answer}`]
          }),
        },
      ],
    }),
  )
  return { type: 'folded', title: `${name}: ${facts.join(', ')}`, parts: [table, ...answered] }
}

function sourceText(source: CaseReport['questions'][number]['source']): string {
  return source.length === 0
    ? ''
    : ` (block ${source.map(({ block, quote }) => `${block}: “${quote}”`).join('; ')})`
}

function notesPart({ notes, skipped }: ExamReport): readonly DocumentSection[] {
  const items = [
    ...notes.map(({ case: caseName, step, why }) => `${caseName}, ${step}: ${why}`),
    ...skipped.map(({ name, why }) => `${name}: ${why}`),
  ]
  return items.length === 0
    ? []
    : [
        {
          type: 'section',
          title: 'Notes',
          lead: 'What did not go as it should, without ending the run.',
          parts: [{ type: 'list', items }],
        },
      ]
}
