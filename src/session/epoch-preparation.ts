/** The next epoch of a session, made ahead of the step that needs it, with a note where a writer answers in time. */
import type { Format } from '../formats/format.ts'
import type { Store } from '../store/store.ts'
import type { CompressOptions } from '../strategies/compress-options.ts'
import { noteIn } from '../view/note-text.ts'
import { belongsTo, type Epoch } from './epoch.ts'
import type { LatestStep } from './latest-step.ts'
import { type MadeEpoch, makeEpoch } from './make-epoch.ts'
import { occasionOf, type RewritePlan, rewritePlan } from './rewrite-plan.ts'
import type { SessionHistory } from './session-history.ts'
import type { SessionSettings } from './session-settings.ts'
import type { SessionOptions } from './session-types.ts'
import { type WriterUse, writerUseAfter } from './writer-use.ts'

/** From so much of the high-water mark on an epoch is worth preparing. */
const nearHighWater = 0.8
/** A view that was prepared may pass its line by so much: what came since is behind it as it came. */
const spare = 1.25

interface PreparedEpoch extends MadeEpoch {
  /** The step that it was made for has sent another view. */
  readonly isLate: boolean
}

/** What a session knows by the time an epoch is made. */
interface SessionNow {
  readonly id: string
  /** Tokens that the provider counts for each that we count. */
  readonly factor: number
  /** After a failed attempt: tokens of messages that are too few for another. */
  readonly blockedUntil: number
}

export class EpochPreparation {
  readonly #options: SessionOptions
  readonly #settings: SessionSettings
  readonly #store: Store
  readonly #now: () => SessionNow
  #prepared: PreparedEpoch | undefined
  #preparing: { readonly after: LatestStep; readonly done: Promise<void> } | undefined
  #latestNote: string | undefined
  #writerUse: WriterUse | undefined

  constructor(options: SessionOptions, settings: SessionSettings, store: Store, now: () => SessionNow) {
    this.#options = options
    this.#settings = settings
    this.#store = store
    this.#now = now
  }

  /** What the writer took since the last step that was sent. */
  get writerUse(): WriterUse | undefined {
    return this.#writerUse
  }

  /** For a step: what was prepared, where it fits, or else an epoch made now. */
  async epochFor(
    history: SessionHistory,
    plan: RewritePlan,
    current: Epoch,
    { maxTokens, isDry }: { readonly maxTokens: number; readonly isDry: boolean },
  ): Promise<MadeEpoch> {
    // The running one may serve; a second at the same time would slow both.
    await this.#preparing?.done
    const made = this.#fitting(history, plan, maxTokens) ?? (await this.#make(history, plan, current))
    this.#prepared = { ...made, isLate: !isDry }
    return made
  }

  /** The step with the epoch was sent. */
  dropPrepared(): void {
    this.#prepared = undefined
  }

  /** What the writer took is on the bill. */
  dropWriterUse(): void {
    this.#writerUse = undefined
  }

  /** Once for each step, however many ask. */
  prepare(after: LatestStep): Promise<void> {
    if (this.#preparing?.after !== after) {
      const done = Promise.resolve(this.#preparing?.done).then(() => this.#prepareAfter(after))
      this.#preparing = { after, done }
    }
    return this.#preparing.done
  }

  /** Compare-and-swap: what was prepared counts if the history still begins as it did. */
  #fitting(history: SessionHistory, { lowWater }: RewritePlan, maxTokens: number): MadeEpoch | undefined {
    const { epoch, isLate } = this.#prepared ?? {}
    if (epoch === undefined || !belongsTo(epoch, history.chain)) return undefined
    // A step waited for the late one without success: another computation may end no sooner.
    const limit = isLate ? maxTokens : Math.min(maxTokens, lowWater * spare)
    return history.under(epoch).tokens * this.#now().factor <= limit ? this.#prepared : undefined
  }

  #make(
    history: SessionHistory,
    { lowWater }: RewritePlan,
    current: Epoch,
    how = withoutWriter(this.#options.compress),
  ): Promise<MadeEpoch> {
    const { counter } = this.#options
    const { id, factor } = this.#now()
    const budget = Math.max(1, Math.floor(lowWater / factor))
    const session = {
      id,
      format: history.format.name,
      ...(typeof counter === 'string' ? { model: counter } : {}),
    }
    return makeEpoch({
      messages: history.forEpoch(budget),
      read: history.read(),
      chain: history.chain,
      current,
      format: history.format,
      options: {
        counter,
        // An epoch chooses its budget itself: instructions of the caller are not shortened for it.
        instructions: 'verbatim',
        ...how,
        store: this.#store,
        budget,
        reserved: 0,
        session,
      },
    })
  }

  async #prepareAfter({ history, chosen, share }: LatestStep): Promise<void> {
    const { messageTokens, epoch } = chosen
    const { factor, blockedUntil } = this.#now()
    // By then it will have been sent.
    const occasion = occasionOf(history, factor, false)
    const plan = rewritePlan(this.#settings, occasion)
    if (messageTokens < Math.max(blockedUntil, Math.min(plan.highWater, plan.room) * nearHighWater)) return
    if (plan.lowWater * share < plan.minLowWater) return
    // What comes until then is behind it.
    const wanted = { ...plan, lowWater: Math.max(plan.minLowWater, plan.lowWater * share - occasion.growth) }
    if (this.#fitting(history, wanted, messageTokens) !== undefined) return
    try {
      const plain = { ...(await this.#make(history, wanted, epoch)), isLate: false }
      this.#prepared = plain
      // No step waits for the writer: without its answer in time, the epoch is the one without a note.
      if (hasWriter(this.#options.compress) && plain.epoch !== undefined)
        void this.#write(history, wanted, epoch, plain)
    } catch {
      // The step that needs it will try again, and say what is wrong.
    }
  }

  /** The same epoch with a note, where the writer answers before it is used; else the next one has the note to build on. */
  async #write(
    history: SessionHistory,
    plan: RewritePlan,
    current: Epoch,
    plain: PreparedEpoch,
  ): Promise<void> {
    try {
      const earlier = noteOfEpoch(current, history.format) ?? this.#latestNote
      const made = await this.#make(history, plan, current, withEarlierNote(this.#options.compress, earlier))
      this.#writerUse = writerUseAfter(this.#writerUse, made.receipt.note)
      if (made.receipt.note?.outcome !== 'written' || made.epoch === undefined) return
      this.#latestNote = noteOfEpoch(made.epoch, history.format)
      if (this.#prepared === plain) this.#prepared = { ...made, isLate: false }
    } catch {
      // The epoch without a note is prepared.
    }
  }
}

/** How an epoch compresses: at once without the writer of notes, later with it. */
function hasWriter(options: CompressOptions | undefined): boolean {
  return options?.model?.writer !== undefined
}

/** No step waits for a note. */
function withoutWriter(options: CompressOptions | undefined): CompressOptions | undefined {
  return hasWriter(options) ? { ...options, model: { ...options?.model, writer: undefined } } : options
}

/** `note`: of an earlier view of the session. */
function withEarlierNote(
  options: CompressOptions | undefined,
  note: string | undefined,
): CompressOptions | undefined {
  if (note === undefined || options?.model?.earlierNote !== undefined) return options
  return { ...options, model: { ...options?.model, earlierNote: note } }
}

function noteOfEpoch({ spans }: Epoch, format: Format): string | undefined {
  return noteIn(format.read(spans.flatMap(({ messages }) => messages)))
}
