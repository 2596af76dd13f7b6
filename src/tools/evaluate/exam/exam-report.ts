/** The results of an exam: plain JSON that the terminal, the page and the run folder show. */
import type { AgentName } from '../../../types.ts'
import type { MethodKind } from '../report.ts'
import type { DroppedQuestion } from './check-questions.ts'
import type { Question, QuestionKind } from './question.ts'

export interface ExamReport {
  readonly version: 1
  /** Which models were asked. */
  readonly reader: string
  readonly examiner: string
  readonly cases: readonly CaseReport[]
  readonly methods: readonly MethodScores[]
  /** Fovea's first method compared with each other method, over the cases in which both were read. */
  readonly differences: readonly MethodDifference[]
  /** Answers that were graded twice, and how many of them got the same grade both times. */
  readonly regraded: { readonly answers: number; readonly agreed: number }
  readonly estimate: CallTotals
  /** The calls of this run. Answers from an earlier run cost nothing. */
  readonly used: CallTotals
  /** Calls whose answer was already in the run folder. */
  readonly reused: number
  /** Problems that did not end the run. */
  readonly notes: readonly ExamNote[]
  /** Sessions without a case, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[]
}

export interface CallTotals {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** At the given prices. */
  readonly cost?: number
}

export interface ExamNote {
  readonly case: string
  /** What was requested: `questions`, `reading by fovea`, `grading`. */
  readonly step: string
  readonly why: string
}

export interface CaseReport {
  readonly name: string
  readonly session: string
  readonly agent?: AgentName
  readonly at: 'compaction' | 'cut'
  readonly message: number
  readonly historyTokens: number
  readonly budget: number
  readonly questions: readonly Question[]
  readonly dropped: readonly DroppedQuestion[]
  readonly views: readonly ViewReport[]
}

export interface ViewReport {
  readonly method: string
  /** Tokens of the view's text. */
  readonly tokens: number
  readonly usable?: number
  readonly missing?: string
  readonly useless?: string
  /** One for each question that was graded. */
  readonly answers: readonly GradedAnswer[]
}

export interface GradedAnswer {
  readonly id: number
  readonly kind: QuestionKind
  readonly answer: string
  /** Mean of the gradings: from -0.5 to 1. */
  readonly grade: number
  readonly gradings: readonly number[]
}

/** A mean with its 95 % interval over cases; no interval from fewer than three. */
export interface Score {
  readonly mean: number
  readonly low?: number
  readonly high?: number
  readonly questions: number
  readonly cases: number
}

export interface MethodScores {
  readonly name: string
  readonly describe: string
  readonly kind: MethodKind
  readonly cases: number
  /** Mean size of its views. */
  readonly tokens: number
  readonly all?: Score
  /** Only kinds that were asked about. */
  readonly kinds: Readonly<Partial<Record<QuestionKind, Score>>>
  readonly usable?: { readonly mean: number; readonly cases: number }
  /** Answers that were confidently wrong, and answers that were unknown or worth nothing. */
  readonly wrong: number
  readonly unknown: number
  /** Kinds by the share of lost answers, the worst first. */
  readonly lost: readonly { readonly kind: QuestionKind; readonly lost: number; readonly of: number }[]
  /** Lost answers, first those that other methods kept. */
  readonly examples: readonly LostExample[]
}

export interface LostExample {
  readonly case: string
  readonly kind: QuestionKind
  readonly question: string
  readonly right: string
  readonly given: string
  readonly grade: number
  /** Methods whose answer to it was right. */
  readonly keptBy: readonly string[]
}

export interface MethodDifference {
  readonly method: string
  readonly against: string
  readonly difference: Score
}
