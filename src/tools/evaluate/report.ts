/** What an evaluation found: plain JSON that the terminal, the page and the benchmark all draw from. */
import type { AgentName } from '../../types.ts'

export interface EvaluationReport {
  readonly version: 1
  /** Budgets tried, as shares of the history's tokens, largest first. */
  readonly shares: readonly number[]
  /** What counted the tokens of every view. */
  readonly counter: string
  /** Every method asked for, in the order of the tables; one that could not run says why. */
  readonly methods: readonly MethodInfo[]
  /** All transcripts together first; then, where there are several agents, each by itself. */
  readonly groups: readonly GroupScores[]
  readonly transcripts: readonly TranscriptSummary[]
  /** What gave no case of any kind, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[]
}

export interface MethodInfo {
  readonly name: string
  /** What it does to a history, in a few words. */
  readonly describe: string
  /** `baseline`: what anyone can do. `ceiling`: knows the future. `fovea`: ours. `vendor`: the agent's own. `peer`: another package. */
  readonly kind: MethodKind
  /** Why it did not run: "not installed". */
  readonly missing?: string
}

export type MethodKind = 'baseline' | 'ceiling' | 'fovea' | 'vendor' | 'peer'

export interface GroupScores {
  /** `all`, or the name of an agent. */
  readonly name: string
  readonly transcripts: number
  readonly tokens: number
  /** One row a method and budget; a method without a case has none. */
  readonly budgets: readonly BudgetScores[]
  readonly compactions: readonly CompactionScores[]
  readonly decay: readonly DecayScores[]
  readonly cacheCost: readonly CacheCostScores[]
}

/** A mean over cases, which is worth as much as their number. Shares are from 0 to 1. */
export interface Average {
  readonly mean: number
  readonly cases: number
}

/** The same scores of one case: numbers in place of means. */
export type OfCase<Scores> = {
  readonly [Key in keyof Scores]: NonNullable<Scores[Key]> extends Average
    ? number
    : OfCase<NonNullable<Scores[Key]>>
}

/** One method at one budget: a mean over the cuts. */
export interface BudgetScores {
  readonly method: string
  readonly share: number
  readonly cases: number
  /** Of all that the agent went on to use from memory. */
  readonly use: UseScores
  /** Of what was last seen outside the newest fifth of the history. */
  readonly deepUse: UseScores
  readonly information: Average
  readonly size: SizeScores
  /** CPU of making the view, as a multiple of the CPU of counting the history's tokens once. */
  readonly cpu: Average
  /** Cases whose view its provider would accept; absent for methods that give text and not messages. */
  readonly valid?: Average
  /** Cases that came back to the byte; absent for methods that keep no originals. */
  readonly restored?: Average
  /** User constraints still verbatim after repeated compressions. */
  readonly rules?: readonly RuleScores[]
  readonly trail?: TrailScores
  readonly probes?: ProbeScores
}

export interface UseScores {
  /** Needs that the view shows. */
  readonly visible: Average
  /** Needs that it shows together with words near them in the original. */
  readonly grounded: Average
  /** Needs that it shows, or that are in an original which a handle in the view names. */
  readonly reachable: Average
}

export interface SizeScores {
  /** Tokens of the view as a share of the history's. */
  readonly kept: Average
  /** Cases in which the view was no larger than its budget. */
  readonly met: Average
  /** By which multiple of the budget the view was larger, where it was: 0.5 is half as much again. */
  readonly excess?: Average
}

export interface RuleScores {
  readonly rounds: number
  readonly kept: Average
}

/** Files and commands in the view, against those in the tool calls. */
export interface TrailScores {
  readonly precision: Average
  readonly recall: Average
  readonly f1: Average
}

/** Shares of the probes; `passed` is the share of cases that pass as a whole. */
export interface ProbeScores {
  readonly visible: Average
  readonly reachable: Average
  readonly lost: Average
  readonly passed: Average
}

/** One method at the compactions that agents really made, at the very size of the agent's own summary. */
export interface CompactionScores {
  readonly method: string
  readonly cases: number
  /** Of the atoms of the history that the agent's next actions used. */
  readonly used: Average
  readonly information: Average
  /** Tokens of the view as a multiple of the summary's. */
  readonly size: Average
}

/** One method after repeated compressions with new messages between. */
export interface DecayScores {
  readonly method: string
  readonly share: number
  readonly round: number
  readonly cases: number
  /** Every metric by its name, in the order in which to show them. */
  readonly scores: Readonly<Record<string, Average>>
}

/** What a session would have cost, request by request, were its history handled like this. */
export interface CacheCostScores {
  readonly policy: string
  readonly describe: string
  /** Price set by name. */
  readonly prices: string
  readonly sessions: number
  /** Billed, as a multiple of the same session left alone; the mean over the sessions. */
  readonly cost: Average
  /** Tokens sent, in the same way. */
  readonly sent: Average
  /** Share of the sent tokens that were read from the cache. */
  readonly cached: Average
  /** Requests a session whose prefix was not that of the request before. */
  readonly breaks: Average
}

/** One session: enough to draw its size over time, its compactions and what they lost. */
export interface TranscriptSummary {
  readonly name: string
  readonly agent: AgentName
  readonly messages: number
  readonly tokens: number
  /** Tokens in front of the model after a message; a few hundred points at most, every compaction among them. */
  readonly context: readonly ContextPoint[]
  readonly compactions: readonly CompactionSummary[]
  readonly cuts: readonly CutSummary[]
}

export interface ContextPoint {
  /** Index of the message. */
  readonly message: number
  readonly tokens: number
}

export interface CompactionSummary {
  /** It happened before this message. */
  readonly at: number
  /** Tokens of the history since the previous compaction, and of the summary that took its place. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly trigger?: string
  /** Absent where the log does not show the summary, or nothing of the history was used again. */
  readonly outcome?: CompactionOutcome
}

export interface CompactionOutcome {
  /** Atoms of the history that the agent's next actions used. */
  readonly used: number
  /** How many of them each method shows at the summary's size, by its name. */
  readonly shown: Readonly<Record<string, number>>
  /** Some that the agent's own summary does not show, where examples were asked for. */
  readonly lost: readonly string[]
}

export interface CutSummary {
  /** Index of the first message after the cut. */
  readonly at: number
  readonly tokens: number
  readonly needs: number
  readonly deepNeeds: number
  /** Some needs that the first of our methods did not show at each share, where examples were asked for. */
  readonly lost: readonly { readonly share: number; readonly atoms: readonly string[] }[]
}
