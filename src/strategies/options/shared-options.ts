/** What callers of any strategy can set; options for models are in `models`, those of single strategies in their folders. */
import type { SessionInfo, Store } from '../../store/store.ts'
import type { FormatName, GateMode, Note, Role, TokenCounter } from '../../types.ts'

/** The options that every strategy reads. */
export interface SharedOptions<AnyStore extends Store = Store> {
  /** Where originals are stored. @default in memory, returned as `originalsByHash` */
  readonly store?: AnyStore | undefined
  /**
   * Maximum tokens of the view: a number, or a share such as `'30%'`. A share refers to what may be compressed: the messages
   * without system text; the tokens of system text and tools are added to it. @default no budget
   */
  readonly budget?: number | `${number}%` | undefined
  /** Tokens of the request outside its messages (system, tools); they count against the budget. @default 0 */
  readonly reserved?: number | undefined
  /** The format of the messages. @default detected */
  readonly format?: FormatName | undefined
  /**
   * The context window: a number of tokens, or the name of a known model. While the messages take less than 70 % of what it
   * leaves for them, nothing is compressed; above that they are compressed to 50 %, unless there is a budget. @default none
   */
  readonly window?: number | string | undefined
  /** Counts what is emitted: a counter, or the name of the model to count as. @default o200k_base, exact */
  readonly counter?: TokenCounter | string | undefined
  /** Also counts the input exactly, as `inspect` does; otherwise it is estimated, and only the view is counted. @default false */
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
  /** Replaces equal texts of at least 200 characters by references to one of them. @default true */
  readonly dedup?: boolean | undefined
  /**
   * Instructions that apply (CLAUDE.md, AGENTS.md, rules, the environment) stay verbatim. `fit`: where a budget has no room for
   * them, their binding lines and a handle stay. `verbatim`: the budget is exceeded instead. @default 'fit'
   */
  readonly instructions?: 'fit' | 'verbatim' | undefined
  /**
   * Asks the view questions about what was removed, and shows more where a critical answer is missing; `strict` returns the
   * request unchanged where that does not help. @default 'off', or 'on' with `anchored`, whose views should answer 90 %
   */
  readonly gate?: GateMode | undefined
  /**
   * Whether texts that replace messages show what is shaped like a credential, or mask it as `[secret:password:1a2b]`; verbatim
   * texts are not masked. @default 'mask'
   */
  readonly secrets?: 'show' | 'mask' | undefined
  /**
   * The command or tool that returns a message, for the first line of a digest or ledger: `fovea expand`, or the name of a
   * tool. @default none, only the handle
   */
  readonly expandWith?: string | undefined
  /** Recorded with the receipt. @default none */
  readonly session?: string | SessionInfo | undefined
  /** Record in the receipt what was decided about every block, and why. @default false */
  readonly trace?: boolean | undefined
  /** Compute everything, store nothing. @default false */
  readonly dryRun?: boolean | undefined
  /** Throw errors that would otherwise be a note beside the unchanged input. @default false */
  readonly strict?: boolean | undefined
  /**
   * Called with each note of the receipt, and with `budget-missed`: an invalid option, a budget that cannot be met. Without it,
   * and without `strict`, the first such note of a process in development is a `process.emitWarning`. @default none
   */
  readonly onNote?: ((note: Note) => void) | undefined
}
