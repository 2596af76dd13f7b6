/** The results of an evaluation: plain JSON that the terminal, the page and the benchmark show. */
import type { AgentName } from '../../types.ts'

export interface EvaluationReport {
  readonly version: 1
  /** Budgets tried, as shares of the history's tokens, largest first. */
  readonly shares: readonly number[]
  /** The name of the counter of all tokens. */
  readonly counter: string
  /** Every requested method, in the order of the tables; one that could not run says why. */
  readonly methods: readonly MethodInfo[]
  /** All transcripts together first; then each agent, if there are several. */
  readonly groups: readonly GroupScores[]
  readonly transcripts: readonly TranscriptSummary[]
  /** Transcripts without any case, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[]
}

export interface MethodInfo {
  readonly name: string
  /** A description: what it does with a history, in a few words. */
  readonly describe: string
  /**
   * `baseline`: a simple method. `ceiling`: knows the future. `fovea`: ours. `vendor`: the agent's own. `peer`: another
   * package.
   */
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
  /** One row for each method and budget; a method without a case has none. */
  readonly budgets: readonly BudgetScores[]
  readonly compactions: readonly CompactionScores[]
  readonly decay: readonly DecayScores[]
  readonly cacheCost: readonly CacheCostScores[]
}

/** A mean over cases, as reliable as their number. Shares are from 0 to 1. */
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

/** One method at one budget: means over the cuts. */
export interface BudgetScores {
  readonly method: string
  readonly share: number
  readonly cases: number
  /** Over everything from before the cut that the agent used afterwards. */
  readonly use: UseScores
  /** Over what was last seen outside the newest fifth of the history. */
  readonly deepUse: UseScores
  readonly information: Average
  readonly size: SizeScores
  /** CPU time of making the view, as a multiple of that of counting the history's tokens once. */
  readonly cpu: Average
  /** Share of cases whose view the provider would accept; absent for methods that write text instead of messages. */
  readonly valid?: Average
  /** Share of cases that were restored to the byte; absent for methods that store no originals. */
  readonly restored?: Average
  /** User constraints that are still verbatim after repeated compressions. */
  readonly rules?: readonly RuleScores[]
  readonly trail?: TrailScores
  readonly probes?: ProbeScores
}

export interface UseScores {
  /** Needs that the view shows. */
  readonly visible: Average
  /** Needs that it shows together with words that are near them in the original. */
  readonly grounded: Average
  /** Needs that it shows, or that are in an original named by a handle in the view. */
  readonly reachable: Average
}

export interface SizeScores {
  /** Tokens of the view as a share of the history's. */
  readonly kept: Average
  /** Share of cases in which the view was no larger than its budget. */
  readonly met: Average
  /** By how much views exceeded the budget, if they did: 0.5 is half as much again. */
  readonly excess?: Average
}

export interface RuleScores {
  readonly rounds: number
  readonly kept: Average
}

/** Files and commands in the view, compared with those in the tool calls. */
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

/** One method at the compactions that agents made, at exactly the size of the agent's own summary. */
export interface CompactionScores {
  readonly method: string
  readonly cases: number
  /** Over the atoms of the history that the agent's next actions used. */
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

/** What a session would have cost, request by request, with this policy. */
export interface CacheCostScores {
  readonly policy: string
  readonly describe: string
  /** Price set by name. */
  readonly prices: string
  readonly sessions: number
  /** The bill, as a multiple of that of the same session without compression; the mean over the sessions. */
  readonly cost: Average
  /** Tokens sent, as such a multiple. */
  readonly sent: Average
  /** Share of the sent tokens that were read from the cache. */
  readonly cached: Average
  /** Requests per session whose prefix differed from that of the previous request. */
  readonly breaks: Average
}

/** One session: enough to draw its size over time, its compactions and what they lost. */
export interface TranscriptSummary {
  readonly name: string
  readonly agent: AgentName
  readonly messages: number
  readonly tokens: number
  /** Tokens of the context after a message; at most a few hundred points, including every compaction. */
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
  /** Tokens of the history since the previous compaction, and of the summary that replaced it. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly trigger?: string
  /** Absent if the log does not show the summary, or if nothing of the history was used again. */
  readonly outcome?: CompactionOutcome
}

export interface CompactionOutcome {
  /** Atoms of the history that the agent's next actions used. */
  readonly used: number
  /** How many of them each method shows at the summary's size, by name. */
  readonly shown: Readonly<Record<string, number>>
  /** Examples that the agent's own summary does not show, if examples were requested. */
  readonly lost: readonly string[]
}

export interface CutSummary {
  /** Index of the first message after the cut. */
  readonly at: number
  readonly tokens: number
  readonly needs: number
  readonly deepNeeds: number
  /** Examples of needs that our first method did not show at each share, if examples were requested. */
  readonly lost: readonly { readonly share: number; readonly atoms: readonly string[] }[]
}
