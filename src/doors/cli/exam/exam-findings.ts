/** What an exam found, in a few sentences that claim no more than the cases support. */
import type { ExamReport, MethodScores } from '../../../tools/evaluate/exam/exam-report.ts'
import { type Findings, fewCases } from '../evaluation/findings.ts'
import { formatCount } from '../format-number.ts'
import { points, signed } from './exam-tables.ts'

export function examFindings(report: ExamReport): Findings {
  const read = report.methods.filter(({ all }) => all !== undefined)
  const ours = read.find(({ kind }) => kind === 'fovea')
  const other =
    read.find(({ kind }) => kind === 'vendor') ??
    read.find(({ name, kind }) => kind !== 'fovea' && name !== 'none')
  const shown = [ours, other].flatMap(method => (method === undefined ? [] : [method]))
  const [first = read[0], second] = shown
  if (first === undefined) return { answer: 'No answer was graded.', further: noteSentence(report) }
  const cases = Math.max(...read.map(each => each.cases))
  return {
    answer: answerOf(first, second),
    further: [
      ...differenceSentences(report, first, second),
      ...regradedSentence(report),
      ...fewCases(cases),
      ...noteSentence(report),
    ],
  }
}

/** Two numbers are compared only if they come from the same questions. */
function answerOf(first: MethodScores, second: MethodScores | undefined): string {
  const ours = `From the views of ${first.name}, a reader still knew ${known(first)}`
  return second === undefined || basis(first) !== basis(second)
    ? `${ours} (${basis(first)}).`
    : `${ours}, from ${viewsOf(second)} ${known(second)} (${basis(first)}).`
}

function viewsOf({ name, kind }: MethodScores): string {
  return kind === 'vendor' ? "the agent's own summary" : `those of ${name}`
}

function known({ all }: MethodScores): string {
  return `${points(all?.mean ?? 0)} of 100`
}

/** The number of questions and cases behind a result. */
function basis({ all, cases }: MethodScores): string {
  return `${formatCount(all?.questions ?? 0, 'question')}, ${formatCount(cases, 'case')}`
}

function differenceSentences(
  { differences }: ExamReport,
  first: MethodScores,
  second: MethodScores | undefined,
): readonly string[] {
  const found = differences.find(({ method, against }) => method === first.name && against === second?.name)
  if (found === undefined || second?.all === undefined) return []
  const { mean, low, high, questions, cases } = found.difference
  const between =
    low === undefined || high === undefined ? '' : ` (95 % interval ${signed(low)} to ${signed(high)})`
  // True if every question of the second method was also asked about the first.
  const both =
    second.all.questions === questions
      ? `${points(second.all.mean + mean)} against ${points(second.all.mean)}, `
      : ''
  return [
    `On the ${formatCount(questions, 'question')} of ${formatCount(cases, 'case')} that both ${first.name} and ${viewsOf(second)} were read for: ${both}${signed(mean)} points${between}.`,
  ]
}

function regradedSentence({ regraded: { answers, agreed } }: ExamReport): readonly string[] {
  return answers === 0
    ? []
    : [
        `Where methods differed the grader was asked twice, under other letters, and gave the same grade to ${agreed} of ${formatCount(answers, 'answer')}; otherwise the mean counts.`,
      ]
}

function noteSentence({ notes }: ExamReport): readonly string[] {
  return notes.length === 0
    ? []
    : [`Not everything went as it should: see the ${formatCount(notes.length, 'note')}.`]
}
