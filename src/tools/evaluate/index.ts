/** Evaluation: how good a view is, measured on real sessions without a model, or by what a model can answer from it. */

export type { Probe, ProbeType } from '../../measure/probes/probe.ts'
export { type ProbeScore, probesOf, scoreProbes } from '../../measure/probes/probes.ts'
export { type FlaggedView, type RedFlag, redFlags } from '../../measure/probes/red-flags.ts'
export { type ArtifactTrail, artifactTrail } from './artifact-trail.ts'
export { askProbes, type ProbeModel } from './ask-probes.ts'
export { type CacheBill, type CachePrices, type CacheRequest, cacheBill } from './cache-cost.ts'
export {
  type EvaluateOptions,
  type EvaluateProgress,
  evaluate,
  type NamedTranscript,
} from './evaluate.ts'
export type { CaseOptions, ExamCase } from './exam/exam-case.ts'
export { type ExamMethod, examMethod } from './exam/exam-method.ts'
export type { ExamFunction, ExamModel } from './exam/exam-model.ts'
export type {
  CallTotals,
  CaseReport,
  ExamNote,
  ExamReport,
  GradedAnswer,
  LostExample,
  MethodDifference,
  MethodScores,
  Score,
  ViewReport,
} from './exam/exam-report.ts'
export {
  type ExamInput,
  type ExamOptions,
  type ExamPrices,
  type ExamProgress,
  holdExam,
  type PreparedCase,
  type PreparedExam,
  prepareExam,
} from './exam/hold-exam.ts'
export type { Question, QuestionKind, QuestionSource } from './exam/question.ts'
export type { Method, MethodView } from './method.ts'
export { methods } from './methods/index.ts'
export { predictiveInformation } from './predictive-information.ts'
export type {
  Average,
  BudgetScores,
  CacheCostScores,
  CompactionOutcome,
  CompactionScores,
  CompactionSummary,
  ContextPoint,
  CutSummary,
  DecayScores,
  EvaluationReport,
  GroupScores,
  MethodInfo,
  MethodKind,
  ProbeScores,
  RuleScores,
  SizeScores,
  TrailScores,
  TranscriptSummary,
  UseScores,
} from './report.ts'
