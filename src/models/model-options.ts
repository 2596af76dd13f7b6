/** The option `model`: which models are asked, and how. */
import type {
  Classifier,
  ClassifierMode,
  EndpointOptions,
  LedgerWriter,
  NoteWriter,
  Summarizer,
} from './model.ts'

/** Which models are asked, and how. Whatever a model answers, the view without it is the fallback. */
export interface ModelOptions extends AskingOptions {
  /** Writes summaries instead of ours. @default none */
  readonly summarizer?: Summarizer | undefined
  /** `rules`: proposes whether a text is kept or shortened. @default none, the rules decide */
  readonly classifier?: Classifier | undefined
  /** Which texts the classifier is asked about. @default 'hybrid', those that the rules would summarize */
  readonly classifierMode?: ClassifierMode | undefined
  /** Answers of the classifier with less confidence are not used. @default 0.5 */
  readonly minConfidence?: number | undefined
  /**
   * `anchored` and `hybrid`: asked once for each view with a ledger; its prose is shown in the ledger, each entry checked.
   * @default none
   */
  readonly ledgerWriter?: LedgerWriter | undefined
  /**
   * `coverage`: a function, or the endpoint of a model. Asked once for each view: from a larger view, of at most 15000 tokens,
   * it writes a note that replaces chosen lines. Messages that the user typed, tasks, checks and git stay as they are. @default
   * none
   */
  readonly writer?: NoteWriter | EndpointOptions | undefined
  /** The note of an earlier view of the session, which the writer also reads. @default that of the view, if it has one */
  readonly earlierNote?: string | undefined
  /** The price of a million tokens of the writer, in any currency; receipts then include the cost. @default none */
  readonly writerPrices?: WriterPrices | undefined
}

export interface WriterPrices {
  readonly input: number
  readonly output: number
}

/** The limits apply to each model separately. */
export interface AskingOptions {
  /** Maximum number of parallel calls. @default 4 */
  readonly concurrency?: number | undefined
  /** Maximum time to wait for one answer, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** Maximum number of calls for one request. @default 200 */
  readonly maxCalls?: number | undefined
  /** Stops asking; texts without an answer are decided and summarized without a model. */
  readonly signal?: AbortSignal | undefined
  /** Words that must not be lost; they are part of every prompt. @default [] */
  readonly preserveTerms?: readonly string[] | undefined
}
