/** An exam as a person reads it in a terminal. */
import type { ExamReport, LostExample, MethodScores } from '../../../tools/evaluate/exam/exam-report.ts'
import { lineWidth, tableText, wrapped } from '../evaluation/report-table.ts'
import { formatCount, formatNumber } from '../format-number.ts'
import { fitted, terminalLine } from '../text-table.ts'
import { examFindings } from './exam-findings.ts'
import { differenceTable, examScope, readingTable, scoreTable, totalsText } from './exam-tables.ts'

const maxExamples = 3
const maxNotes = 8
const maxLength = 300

export function renderExam(report: ExamReport): string {
  const { answer, further } = examFindings(report)
  return fitted(
    [
      `${examScope(report)}\nread by ${terminalLine(report.reader, maxLength)}${report.examiner === report.reader ? '' : `, asked and graded by ${terminalLine(report.examiner, maxLength)}`}\n\n`,
      ...[answer, ...further].map(sentence => wrapped(sentence)),
      ...tableText(scoreTable(report)),
      ...tableText(readingTable(report)),
      ...tableText(differenceTable(report)),
      ...lostLines(report),
      ...noteLines(report),
      `\nIt took ${totalsText(report.used)}${report.reused === 0 ? '' : `; ${formatCount(report.reused, 'answer')} came from the folder`}. Expected were ${totalsText(report.estimate)}.\n`,
    ].join(''),
    lineWidth(),
  )
}

function lostLines({ methods }: ExamReport): readonly string[] {
  const lost = methods.filter(({ examples }) => examples.length > 0)
  return lost.length === 0 ? [] : ['\nWhat was lost most often\n', ...lost.flatMap(methodLines)]
}

function methodLines(method: MethodScores): readonly string[] {
  return [
    `  ${method.name}: ${lostText(method)}\n`,
    ...method.examples.slice(0, maxExamples).flatMap(exampleLines),
  ]
}

/** `fact 5 of 14, state 2 of 9; 1 of them said wrongly`. */
export function lostText({ lost, wrong }: MethodScores): string {
  const kinds = lost.map(
    ({ kind, lost: count, of }) => `${kind} ${formatNumber(count)} of ${formatNumber(of)}`,
  )
  return `${kinds.join(', ')}${wrong === 0 ? '' : `; ${formatNumber(wrong)} said wrongly`}`
}

function exampleLines({ kind, question, right, given, keptBy }: LostExample): readonly string[] {
  const kept = keptBy.length === 0 ? '' : ` (known from: ${keptBy.join(', ')})`
  return [
    wrapped(`${kind}: ${terminalLine(question, maxLength)}`, '    ', '  '),
    wrapped(`right: ${terminalLine(right, maxLength)}`, '      ', '  '),
    wrapped(`given: ${terminalLine(given, maxLength)}${kept}`, '      ', '  '),
  ]
}

function noteLines({ notes, skipped }: ExamReport): readonly string[] {
  const lines = [
    ...notes.map(({ case: of, step, why }) => `${terminalLine(of, 70)}, ${step}: ${terminalLine(why, 200)}`),
    ...skipped.map(({ name, why }) => `${terminalLine(name, 70)}: ${terminalLine(why, 200)}`),
  ]
  if (lines.length === 0) return []
  const more = lines.length - maxNotes
  return [
    '\nNotes\n',
    ...lines.slice(0, maxNotes).map(line => wrapped(line, '  ', '  ')),
    ...(more > 0 ? [`  … and ${formatNumber(more)} more, in report.json\n`] : []),
  ]
}
