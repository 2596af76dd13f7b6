/** The tables of an exam, for the terminal and for the page. */
import type { CallTotals, ExamReport, MethodScores, Score } from '../../../tools/evaluate/exam/exam-report.ts'
import { type QuestionKind, questionKinds } from '../../../tools/evaluate/exam/question.ts'
import type { ReportTable } from '../evaluation/report-table.ts'
import { formatCount, formatNumber } from '../format-number.ts'

const kindHelp: Readonly<Record<QuestionKind, string>> = {
  user: 'What the user asked for, ruled out, prefers',
  state: 'What is done, what is not yet, what failed, what comes next',
  fact: 'Names, values, causes, commands',
  decision: 'What was decided, and why',
}

/** `78 (70–85)`: the mean grade in percent, with its 95 % interval where there is one. */
export function scoreText(score: Score | undefined): string {
  if (score === undefined) return '–'
  const { mean, low, high } = score
  return low === undefined || high === undefined
    ? points(mean)
    : `${points(mean)} (${points(low)}–${points(high)})`
}

export function points(share: number): string {
  return String(Math.round(100 * share)).replace('-', '−')
}

export function scoreTable(report: ExamReport): ReportTable | undefined {
  const read = readMethods(report)
  if (read.length === 0) return undefined
  const cases = new Set(read.map(each => each.cases))
  const isEqual = cases.size === 1
  return {
    title: `What a reader still knew, of 100${isEqual ? ` (${[...cases].map(count => formatCount(count, 'case')).join()})` : ''}`,
    columns: [
      { name: 'method', isText: true },
      { name: 'all', help: 'Mean grade of all questions, with its 95 % interval over cases' },
      ...questionKinds.map(kind => ({ name: kind, help: kindHelp[kind] })),
      ...(isEqual ? [] : [{ name: 'cases' }]),
    ],
    rows: read.map(({ name, kind: of, all, kinds, cases: own }) => ({
      cells: [
        name,
        scoreText(all),
        ...questionKinds.map(kind => scoreText(kinds[kind])),
        ...(isEqual ? [] : [String(own)]),
      ],
      isOurs: of === 'fovea',
    })),
    notes: [
      'Right and enough to act on counts 1, in part 0.5, unknown 0, confidently wrong −0.5. In brackets the 95 % interval over cases, from three cases on.',
    ],
  }
}

/** How large and how usable the views were, and how many answers were unknown or wrong. */
export function readingTable(report: ExamReport): ReportTable | undefined {
  const read = readMethods(report)
  if (read.length === 0) return undefined
  return {
    title: 'Views and answers',
    columns: [
      { name: 'method', isText: true },
      { name: 'tokens', help: 'Mean size of the views' },
      {
        name: 'usable (1–10)',
        help: 'How usable the view was for going on with the work, as its readers say',
      },
      { name: 'unknown', help: 'Answers that were unknown, or worth nothing' },
      { name: 'wrong', help: 'Answers that were wrong, and said as if they were so' },
      { name: 'questions' },
      { name: 'cases' },
    ],
    rows: read.map(({ name, kind, tokens, usable, unknown, wrong, all, cases }) => ({
      cells: [
        name,
        formatNumber(tokens),
        usable === undefined ? '–' : usable.mean.toFixed(1),
        String(unknown),
        String(wrong),
        String(all?.questions ?? 0),
        String(cases),
      ],
      isOurs: kind === 'fovea',
    })),
    notes: [],
  }
}

function readMethods({ methods }: ExamReport): readonly MethodScores[] {
  return methods.filter(({ all }) => all !== undefined)
}

/** Compares two methods question by question, which is fairer than comparing their means. */
export function differenceTable({ differences }: ExamReport): ReportTable | undefined {
  const [first] = differences
  if (first === undefined) return undefined
  return {
    title: `${first.method} against the others, question by question`,
    columns: [
      { name: 'against', isText: true },
      { name: 'points', help: 'Difference of the grades to the same questions, of 100' },
      { name: 'from', help: 'Begin of its 95 % interval over cases' },
      { name: 'to', help: 'End of that interval' },
      { name: 'questions' },
      { name: 'cases' },
    ],
    rows: differences.map(({ against, difference: { mean, low, high, questions, cases } }) => ({
      cells: [
        against,
        signed(mean),
        low === undefined ? '–' : signed(low),
        high === undefined ? '–' : signed(high),
        String(questions),
        String(cases),
      ],
    })),
    notes: ['Where the interval holds 0, these cases do not tell the two apart.'],
  }
}

export function signed(share: number): string {
  return `${Math.round(100 * share) > 0 ? '+' : ''}${points(share)}`
}

/** The scope of an exam, in a sentence. */
export function examScope({ cases }: ExamReport): string {
  const sessions = new Set(cases.map(({ session }) => session)).size
  const asked = cases.reduce((sum, { questions }) => sum + questions.length, 0)
  const dropped = cases.reduce((sum, each) => sum + each.dropped.length, 0)
  const compactions = cases.filter(({ at }) => at === 'compaction').length
  const where =
    compactions === 0
      ? ''
      : ` (${compactions === cases.length ? 'all' : compactions} where the agent itself compacted)`
  return `${formatCount(sessions, 'session')}, ${formatCount(cases.length, 'case')}${where}, ${formatCount(asked, 'question')}; ${formatNumber(dropped)} more were dropped`
}

/** The calls and their cost, in a few words. */
export function totalsText({ calls, inputTokens, outputTokens, cost }: CallTotals): string {
  const money = cost === undefined ? '' : `, ${cost.toFixed(cost < 1 ? 3 : 2)} by your price`
  return `${formatCount(calls, 'call')}, ${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens)} out${money}`
}
