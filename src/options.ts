/** Every option and its default, and what they are resolved to. */
import type {
  Classifier,
  ClassifierMode,
  EndpointOptions,
  LedgerWriter,
  NoteWriter,
  Summarizer,
} from './models/model.ts'
import type { SessionInfo, Store, SyncStore } from './store/store.ts'
import type {
  Anchor,
  FormatName,
  GateMode,
  Note,
  ResumeState,
  Role,
  StrategyName,
  TokenCounter,
} from './types.ts'

/** What every strategy reads. */
export interface SharedOptions<StoreKind extends Store = Store> {
  /** Where originals go. @default in memory, handed back as `originalsByHash` */
  readonly store?: StoreKind | undefined
  /**
   * The most tokens the view may cost: a number, or a share such as `'30%'`. A share is of what may be compressed: of the messages
   * without system text; the tokens of system text and tools are added to it. @default no budget
   */
  readonly budget?: number | `${number}%` | undefined
  /** Tokens that the request costs beside its messages (system, tools); they count against the budget. @default 0 */
  readonly reserved?: number | undefined
  /** The shape of the messages. @default detected */
  readonly format?: FormatName | undefined
  /**
   * What the model can take in: a number of tokens, or the name of a known model. Below 70 % of what is left of it for the
   * messages nothing is compressed, and else messages come down to 50 % of it, unless there is a budget. @default none
   */
  readonly window?: number | string | undefined
  /** Counts what is emitted: a counter, or the name of the model to count as. @default o200k_base, exact */
  readonly counter?: TokenCounter | string | undefined
  /** Counts what is given exactly too, as `inspect` does; else it is estimated, and only the view is counted. @default false */
  readonly exactCounts?: boolean | undefined

  /** Roles that stay verbatim. @default ['system', 'developer'] */
  readonly preserve?: readonly Role[] | undefined
  /**
   * How many of the newest messages stay verbatim. `importance`: of the most important ones.
   * @default 4; 20 for `window`, 10 for `importance`, 5 for `anchored`, `hybrid` and `regenerative`, 0 for `opaque`
   */
  readonly recencyWindow?: number | undefined
  /** Messages that stay verbatim, by index or by id. @default [] */
  readonly pins?: readonly (number | string)[] | undefined
  /** Blocks that match stay verbatim. @default [] */
  readonly preservePatterns?: readonly RegExp[] | undefined
  /** Requests of fewer tokens come back as they are. @default 0 */
  readonly compressionThreshold?: number | undefined
  /** Smallest block worth a reference or an excerpt, in tokens. @default 80 */
  readonly minBlockTokens?: number | undefined
  /** Equal texts of 200 characters or more give way to one of them. @default true */
  readonly dedup?: boolean | undefined
  /**
   * Instructions in force (CLAUDE.md, AGENTS.md, rules, the environment) stay to the letter. `fit`: where a budget has no
   * room for them, the lines that bind and a handle stay. `verbatim`: the budget is missed instead. @default 'fit'
   */
  readonly instructions?: 'fit' | 'verbatim' | undefined
  /**
   * Asks the view about what was removed, and shows more where a critical answer is missing; `strict` returns the request
   * as it came where that does not help. @default 'off', or 'on' with `anchored`, whose views should answer 90 %
   */
  readonly gate?: GateMode | undefined
  /**
   * Whether what is shaped like a credential is shown in texts that replace messages, or masked as
   * `[secret:password:1a2b]`; what stays verbatim stays so. @default 'mask'
   */
  readonly secrets?: 'show' | 'mask' | undefined
  /**
   * What a reader calls to get a message back, for the first line of a digest or ledger: `fovea expand`, or the name of a
   * tool. @default none, the handle alone
   */
  readonly expandWith?: string | undefined
  /** Recorded with the receipt. @default none */
  readonly session?: string | SessionInfo | undefined
  /** Say in the receipt what was decided about every block, and why. @default false */
  readonly trace?: boolean | undefined
  /** Compute everything, store nothing. @default false */
  readonly dryRun?: boolean | undefined
  /** Throw what would otherwise be a note beside the unchanged input. @default false */
  readonly strict?: boolean | undefined
  /**
   * Called with each note of the receipt, and with `budget-missed`: an invalid option, a budget that cannot be met. Without
   * it, and without `strict`, the first of these in a process in development is a `process.emitWarning`. @default none
   */
  readonly onNote?: ((note: Note) => void) | undefined
}

/** What only some strategies read; `optionReaders` says which. */
export interface OptionsOfStrategies {
  /** What the agent is about to do; what belongs to it weighs more. @default none */
  readonly focus: string
  /** Whether the view names originals by their handles; an agent without a way to expand them needs none. @default 'named' */
  readonly handles: 'named' | 'none'
  /** The `state` of the round before, to go on from. @default none, all is read */
  readonly state: ResumeState
  readonly rules: RulesOptions
  readonly cap: CapOptions
  /** The zones, and by which clock. @default 30 % preserved, ages in turns */
  readonly partition: PartitionOptions
  readonly anchored: AnchoredOptions
  readonly auto: AutoOptions
}

type Reading<Names extends keyof OptionsOfStrategies> = {
  readonly [Name in keyof OptionsOfStrategies]?: Name extends Names
    ? OptionsOfStrategies[Name] | undefined
    : undefined
}

/** A strategy with the options that it reads. */
export type StrategyOptions =
  | ({
      /** @default 'coverage' with a budget, else 'auto' with a window, else 'rules' */
      readonly strategy?: 'auto' | undefined
    } & Reading<'focus' | 'handles' | 'state' | 'rules' | 'anchored' | 'auto'>)
  | ({ readonly strategy: 'coverage' } & Reading<'focus' | 'handles'>)
  | ({ readonly strategy: 'rules' } & Reading<'rules'>)
  | ({ readonly strategy: 'cap' } & Reading<'cap'>)
  | ({ readonly strategy: 'partition' } & Reading<'partition'>)
  | ({ readonly strategy: 'anchored' | 'hybrid' } & Reading<'handles' | 'state' | 'anchored'>)
  | ({ readonly strategy: 'regenerative' | 'opaque' } & Reading<'handles' | 'state'>)
  | ({ readonly strategy: 'window' | 'importance' } & Reading<'handles'>)
  /** One that was added, or whichever a variable names. */
  | ({ readonly strategy?: StrategyName | undefined } & Reading<never>)

/** Those who may read each option that is not for all. */
export const optionReaders: Readonly<Record<keyof OptionsOfStrategies, readonly StrategyName[]>> = {
  focus: ['coverage', 'auto'],
  handles: ['coverage', 'auto', 'anchored', 'hybrid', 'regenerative', 'opaque', 'window', 'importance'],
  state: ['auto', 'anchored', 'hybrid', 'regenerative', 'opaque'],
  rules: ['rules'],
  cap: ['cap'],
  partition: ['partition'],
  anchored: ['anchored', 'hybrid', 'auto'],
  auto: ['auto'],
}

/** Options of `compressSync`. */
export type SyncCompressOptions = SharedOptions<SyncStore> &
  StrategyOptions & { readonly model?: undefined; readonly workers?: undefined }

/** Options of `compress`. */
export type CompressOptions = SharedOptions &
  StrategyOptions & {
    /** What a model may do, each answer checked before it is used. @default nothing, deterministic */
    readonly model?: ModelOptions | undefined
    /**
     * How many worker threads help to read a history of more than a million characters, beside the one that compresses. The
     * view is the same. @default 0
     */
    readonly workers?: number | undefined
  }

/** What only the strategy `rules` reads. */
export interface RulesOptions {
  /** Nearly equal texts give way to one of them, too. @default false */
  readonly fuzzyDedup?: boolean | undefined
  /** How much of their lines near-duplicates share. @default 0.85 */
  readonly fuzzyThreshold?: number | undefined
  /** Keep messages that later ones build on. @default false */
  readonly importanceScoring?: boolean | undefined
  /** From which importance on. @default 0.65 */
  readonly importanceThreshold?: number | undefined
  /** Messages that a later one corrects give way to a line about it. @default false */
  readonly contradictionDetection?: boolean | undefined
  /** How much of their subject a statement and its correction share. @default 0.15 */
  readonly contradictionTopicThreshold?: number | undefined
  /** Texts above so many tokens are reduced whatever they are and however recent. @default none */
  readonly observationThreshold?: number | undefined
  /** Under a budget, the least that stays of the recency window. @default 0 */
  readonly minRecencyWindow?: number | undefined
  /** Under a budget that summaries do not meet, cut what is longest to its first 512 characters. @default false */
  readonly forceConverge?: boolean | undefined
  /**
   * How many names and numbers summaries of tools' output list: `many` is one for 80 characters, `few` one for 200 and at
   * most 15, which saves more and shows less. @default 'many'
   */
  readonly names?: 'few' | 'many' | undefined
  /** Name each summary's identifier in its text. @default false */
  readonly embedSummaryId?: boolean | undefined
  /** Recorded as the version of the source in each summary's provenance. @default 0 */
  readonly sourceVersion?: number | undefined
}

/** What only the strategy `cap` reads. */
export interface CapOptions {
  /** Without a budget, no block that may be reduced stays above this many tokens. @default 2000 */
  readonly maxBlockTokens?: number | undefined
}

/** What `anchored` and `hybrid` read. */
export interface AnchoredOptions {
  /** Files that are being edited stay in sight as they were last shown. @default false */
  readonly rehydrate?: boolean | RehydrateOptions | undefined
}

/** What `auto` goes by, beside the conversation. */
export interface AutoOptions {
  /** Whether time counts more than summaries of older messages. @default false */
  readonly speed?: boolean | undefined
}

export interface RehydrateOptions {
  /** The most files. @default 5 */
  readonly files?: number | undefined
  /** A longer text of a file is left out. @default 5000 */
  readonly tokensPerFile?: number | undefined
  /** Of all of them. @default 50000 */
  readonly tokens?: number | undefined
}

/** Who is asked, and how. Whatever a model answers, the view without it is the fallback. */
export interface ModelOptions extends AskingOptions {
  /** Writes summaries in place of ours. @default none */
  readonly summarizer?: Summarizer | undefined
  /** `rules`: says whether a text is kept or shortened, as a proposal. @default none, the rules decide */
  readonly classifier?: Classifier | undefined
  /** Which texts the classifier is asked about. @default 'hybrid', those that the rules would summarize */
  readonly classifierMode?: ClassifierMode | undefined
  /** Answers of the classifier that are less sure are not used. @default 0.5 */
  readonly minConfidence?: number | undefined
  /** `anchored` and `hybrid`: asked once for each view with a ledger; its prose is shown beside what was said, each entry checked. @default none */
  readonly ledgerWriter?: LedgerWriter | undefined
  /**
   * `coverage`: a function, or where a model answers. Asked once for each view: from a larger view, of at most 15000 tokens, it writes a note that takes the place of
   * chosen lines. What the user typed, tasks, checks and git stay as they are. @default none
   */
  readonly writer?: NoteWriter | EndpointOptions | undefined
  /** The note of an earlier view of the session, which the writer gets to read too. @default that of the view, where one is there */
  readonly earlierNote?: string | undefined
  /** What a million tokens of the writer cost, in any currency; receipts then speak of money too. @default none */
  readonly writerPrices?: WriterPrices | undefined
}

export interface WriterPrices {
  readonly input: number
  readonly output: number
}

/** The limits hold for each of those who are asked. */
export interface AskingOptions {
  /** Calls at the same time. @default 4 */
  readonly concurrency?: number | undefined
  /** The longest wait for one answer. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** The most calls for one request. @default 200 */
  readonly maxCalls?: number | undefined
  /** Ends the asking; what was not answered is decided and summarized without a model. */
  readonly signal?: AbortSignal | undefined
  /** Words that must not be lost; they are part of every prompt. @default [] */
  readonly preserveTerms?: readonly string[] | undefined
}

export interface PartitionOptions {
  /** The newest tokens that stay as they are, as a share of all. @default 0.3 */
  readonly share?: number | undefined
  /** Tokens that the model can take in: below 60 % of them nothing is compressed. @default none, the request counts as full */
  readonly window?: number | undefined
  /** When each message was said, in milliseconds or in ISO form. @default none, ages count in turns */
  readonly times?: readonly (number | string | undefined)[] | undefined
  /** The `anchor` in the metrics of the round before: only what follows is compressed. @default none */
  readonly since?: Anchor | undefined
  /** Returns the time in milliseconds, for the metric of time. @default none: without it two runs have one receipt */
  readonly clock?: (() => number) | undefined
}

export const defaults: {
  readonly preserve: readonly Role[]
  readonly recencyWindow: number
  readonly compressionThreshold: number
  readonly minBlockTokens: number
  readonly cap: { readonly maxBlockTokens: number }
  readonly rules: Readonly<
    Record<
      'fuzzyThreshold' | 'importanceThreshold' | 'contradictionTopicThreshold' | 'minRecencyWindow',
      number
    >
  >
} = {
  preserve: ['system', 'developer'],
  recencyWindow: 4,
  compressionThreshold: 0,
  minBlockTokens: 80,
  cap: { maxBlockTokens: 2000 },
  rules: {
    fuzzyThreshold: 0.85,
    importanceThreshold: 0.65,
    contradictionTopicThreshold: 0.15,
    minRecencyWindow: 0,
  },
}
