/** Prepares the next epoch of a session ahead of the step that needs it, with a note if a writer answers in time. */
import type { Format } from '../formats/format.ts'
import type { Store } from '../store/store.ts'
import type { CompressOptions } from '../strategies/options/compress-options.ts'
import { noteIn } from '../view/note-text.ts'
import { belongsTo, type Epoch } from './epoch.ts'
import type { LatestStep } from './latest-step.ts'
import { type MadeEpoch, makeEpoch } from './make-epoch.ts'
import { occasionOf, type RewritePlan, rewritePlan } from './rewrite-plan.ts'
import type { SessionHistory } from './session-history.ts'
import type { SessionSettings } from './session-settings.ts'
import type { SessionOptions } from './session-types.ts'
import { type WriterUse, writerUseAfter } from './writer-use.ts'

/** The share of the high-water mark from which an epoch is worth preparing. */
const nearHighWater = 0.8
/** A prepared view may exceed its target by this factor, since newer messages follow it unchanged. */
const spare = 1.25

interface PreparedEpoch extends MadeEpoch {
  /** The step that it was made for has sent another view. */
  readonly isLate: boolean
}

/** The state of the session when an epoch is made. */
interface SessionNow {
  readonly id: string
  /** The provider's tokens per counted token. */
  readonly factor: number
  /** After a failed attempt: the tokens of messages below which another one is not tried. */
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

  /** What the writer used since the last step that was sent. */
  get writerUse(): WriterUse | undefined {
    return this.#writerUse
  }

  /** The epoch for a step: the prepared one if it fits, or else one made now. */
  async epochFor(
    history: SessionHistory,
    plan: RewritePlan,
    current: Epoch,
    { maxTokens, isDry }: { readonly maxTokens: number; readonly isDry: boolean },
  ): Promise<MadeEpoch> {
    // The running preparation may serve; a second one at the same time would slow both.
    await this.#preparing?.done
    const made = this.#fitting(history, plan, maxTokens) ?? (await this.#make(history, plan, current))
    this.#prepared = { ...made, isLate: !isDry }
    return made
  }

  /** Called when the step with the epoch was sent. */
  dropPrepared(): void {
    this.#prepared = undefined
  }

  /** Called when the writer's use was billed. */
  dropWriterUse(): void {
    this.#writerUse = undefined
  }

  /** Runs once for each step, even if requested several times. */
  prepare(after: LatestStep): Promise<void> {
    if (this.#preparing?.after !== after) {
      const done = Promise.resolve(this.#preparing?.done).then(() => this.#prepareAfter(after))
      this.#preparing = { after, done }
    }
    return this.#preparing.done
  }

  /** Compare-and-swap: a prepared epoch counts if the history still begins with the messages that it was made for. */
  #fitting(history: SessionHistory, { lowWater }: RewritePlan, maxTokens: number): MadeEpoch | undefined {
    const { epoch, isLate } = this.#prepared ?? {}
    if (epoch === undefined || !belongsTo(epoch, history.chain)) return undefined
    // A step already waited for the late epoch without success: computing another one may take as long.
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
    // By then the current request will have been sent.
    const occasion = occasionOf(history, factor, false)
    const plan = rewritePlan(this.#settings, occasion)
    if (messageTokens < Math.max(blockedUntil, Math.min(plan.highWater, plan.room) * nearHighWater)) return
    if (plan.lowWater * share < plan.minLowWater) return
    // Messages that arrive until then are appended after it.
    const wanted = { ...plan, lowWater: Math.max(plan.minLowWater, plan.lowWater * share - occasion.growth) }
    if (this.#fitting(history, wanted, messageTokens) !== undefined) return
    try {
      const plain = { ...(await this.#make(history, wanted, epoch)), isLate: false }
      this.#prepared = plain
      // No step waits for the writer: without its answer in time, the epoch has no note.
      if (hasWriter(this.#options.compress) && plain.epoch !== undefined)
        void this.#write(history, wanted, epoch, plain)
    } catch {
      // The step that needs it will try again, and report the problem.
    }
  }

  /**
   * Makes the same epoch with a note, if the writer answers before it is used; otherwise the next epoch can build on the note.
   */
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

/** Whether an epoch has a writer: it is compressed without a note first, and with one later. */
function hasWriter(options: CompressOptions | undefined): boolean {
  return options?.model?.writer !== undefined
}

/** No step waits for a note. */
function withoutWriter(options: CompressOptions | undefined): CompressOptions | undefined {
  return hasWriter(options) ? { ...options, model: { ...options?.model, writer: undefined } } : options
}

/** `note`: the note of an earlier view of the session. */
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
