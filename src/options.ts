/** The options that every strategy reads, and what a model may do; those of single strategies are in their folders. */
import type {
  Classifier,
  ClassifierMode,
  EndpointOptions,
  LedgerWriter,
  NoteWriter,
  Summarizer,
} from './models/model.ts'
import type { SessionInfo, Store } from './store/store.ts'
import type { FormatName, GateMode, Note, Role, TokenCounter } from './types.ts'

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
