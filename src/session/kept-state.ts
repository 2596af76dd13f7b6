/** The state that a session needs to continue, in its store: written once, or over the version that was read. */
import { FoveaError } from '../errors.ts'
import { withinDeadline } from '../models/within-deadline.ts'
import type { Store } from '../store/store.ts'
import type { UsageObservation } from '../tokens/corrected-counter.ts'
import type { Note } from '../types.ts'
import { failureNote } from '../view/compression-record.ts'
import { type Bill, billAfter } from './economics.ts'
import type { Epoch } from './epoch.ts'
import type { ShortenedRecord } from './shorten-outputs.ts'
import { type WriterUse, writerUseAfter } from './writer-use.ts'

/** Plain JSON. */
interface Head {
  readonly version: 2
  /** Names of epochs, in the order in which they were made. */
  readonly epochs: readonly string[]
  readonly steps: number
  readonly bill: Bill
  readonly observations: readonly UsageObservation[]
  readonly last?: LastStep
  /** The latest steps, `last` included: for a history with branches, the last step of each. */
  readonly recent?: readonly LastStep[]
  /** An epoch was tried and saved too little: the next one is tried from this many tokens of messages on. */
  readonly blockedUntil?: number
  /** The total use of the writer of notes. */
  readonly writer?: WriterUse
}

export interface LastStep {
  readonly systemAndTools: string
  /** System text and tools as the client sent them, without the lookup tools that were added. */
  readonly systemAndToolsGiven?: string
  readonly epoch: string
  readonly hash: string
  readonly length: number
  readonly at?: number
  /** This step began a new epoch. */
  readonly isNew?: true
}

const noHead: Head = { version: 2, epochs: [], steps: 0, bill: { given: 0, sent: 0 }, observations: [] }

/** What one step adds to a head, even if another process wrote the head last. */
export interface HeadChange {
  readonly epoch?: string
  /** This step replaces the last one. */
  readonly isAgain: boolean
  readonly bill: Bill
  readonly observation?: UsageObservation
  /** The writer's use since the previous step. */
  readonly writer?: WriterUse
  readonly last: LastStep
  readonly blockedUntil: number
}

const maxObservations = 20
const maxRecent = 8

export function headAfter(head: Head, change: HeadChange): Head {
  const { epoch, isAgain, bill, observation, last, blockedUntil } = change
  const writer = writerUseAfter(head.writer, change.writer)
  return {
    version: 2,
    epochs: epoch === undefined || head.epochs.includes(epoch) ? head.epochs : [...head.epochs, epoch],
    steps: head.steps + (isAgain ? 0 : 1),
    bill: billAfter(head.bill, bill),
    observations: [...head.observations, ...(observation === undefined ? [] : [observation])].slice(
      -maxObservations,
    ),
    last,
    recent: [...recentSteps(head), last].slice(-maxRecent),
    blockedUntil,
    ...(writer === undefined ? {} : { writer }),
  }
}

/** The oldest first. */
export function recentSteps({ recent, last }: Head): readonly LastStep[] {
  return recent ?? (last === undefined ? [] : [last])
}

/** Never throws: if the store fails, the session continues from memory, with a note. */
export interface KeptState extends StateMethods {
  /** The same for a step that must not wait: a store that is silent for half a second counts as failed. */
  quick(): StateMethods
}

export interface StateMethods {
  /** Reads the current head, written by any process; its epochs are known afterwards. */
  read(): Promise<Head>
  /** The epochs of the head, in its order. */
  epochs(): readonly Epoch[]
  /** Returns the epoch with this name: this one, or the one that another process made before. */
  addEpoch(epoch: Epoch): Promise<Epoch>
  /** Stores how a message was shortened; returns what another process stored before, if any. */
  addShortened(hash: string, record: ShortenedRecord): Promise<ShortenedRecord>
  /** How this message was shortened, if that is stored. */
  readShortened(hash: string): Promise<ShortenedRecord | undefined>
  change(change: HeadChange): Promise<Head>
  /** Failures since the last call. */
  notes(): readonly Note[]
}

type Attempt = <Result>(work: () => Promise<Result>, otherwise: Result) => Promise<Result>

const headName = 'head'
/** How long a step that must not wait waits for the store. */
const quickTimeoutMs = 500
/** More conflicts in a row than two writers would cause. */
const maxAttempts = 8

export function keptState(store: Store, session: string): KeptState {
  const known = new Map<string, Epoch>()
  /** Epochs made while the store was unreachable. */
  const unwritten = new Map<string, Epoch>()
  let head = noHead
  let version = 0
  let failed: Note[] = []

  const attempt: Attempt = async (work, otherwise) => {
    try {
      return await work()
    } catch (error) {
      failed.push(failureNote(error))
      return otherwise
    }
  }
  const quickAttempt = (): Attempt => {
    let isSilent = false
    return async (work, otherwise) => {
      const done = await withinDeadline(work, isSilent ? 0 : quickTimeoutMs)
      if (done.ending === 'answered') return done.answer
      isSilent ||= done.ending === 'timed-out'
      failed.push(done.ending === 'failed' ? failureNote(done.error) : silentNote)
      return otherwise
    }
  }
  const refresh = async (): Promise<Head> => {
    const stored = await store.state(session, headName)
    // The head was purged, together with the originals that its epochs replaced.
    if (stored === undefined && version > 0) {
      known.clear()
      head = noHead
    }
    if (stored !== undefined && stored.version !== version) head = JSON.parse(stored.value) as Head
    version = stored?.version ?? 0
    for (const name of head.epochs) {
      if (known.has(name)) continue
      const epoch = await store.state(session, `epoch/${name}`)
      if (epoch !== undefined) known.set(name, JSON.parse(epoch.value) as Epoch)
    }
    return head
  }
  /** Written once, by the first process. */
  const once = <Value>(
    key: string,
    value: Value,
    attempt: Attempt,
    onWritten: () => void = () => {},
  ): Promise<Value> =>
    attempt(async () => {
      const isFirst = await store.setState(session, key, JSON.stringify(value), 0)
      onWritten()
      if (isFirst) return value
      const winner = await store.state(session, key)
      return winner === undefined ? value : (JSON.parse(winner.value) as Value)
    }, value)
  const methodsWith = (attempt: Attempt): StateMethods => ({
    read: () => attempt(refresh, head),
    epochs: () => head.epochs.flatMap(name => known.get(name) ?? []),
    async addEpoch(epoch) {
      unwritten.set(epoch.name, epoch)
      const kept = await once(`epoch/${epoch.name}`, epoch, attempt, () => unwritten.delete(epoch.name))
      known.set(kept.name, kept)
      return kept
    },
    addShortened: (hash, record) => once(`shortened/${hash}`, record, attempt),
    readShortened(hash) {
      const read = async (): Promise<ShortenedRecord | undefined> => {
        const stored = await store.state(session, `shortened/${hash}`)
        return stored === undefined ? undefined : (JSON.parse(stored.value) as ShortenedRecord)
      }
      return attempt(read, undefined)
    },
    change(change) {
      const write = async (): Promise<Head> => {
        // If a head named an epoch that other processes cannot read, they would send another view.
        for (const [name, epoch] of unwritten) {
          await store.setState(session, `epoch/${name}`, JSON.stringify(epoch), 0)
          unwritten.delete(name)
        }
        for (let tried = 0; tried < maxAttempts; tried += 1) {
          const next = headAfter(head, change)
          if (await store.setState(session, headName, JSON.stringify(next), version)) {
            head = next
            version += 1
            return head
          }
          await refresh()
        }
        throw new FoveaError('store-locked', `Others keep writing the state of the session ${session}.`)
      }
      return attempt(write, headAfter(head, change)).then(next => {
        head = next
        return head
      })
    },
    notes() {
      const notes = new Map(failed.map(note => [note.message, note]))
      failed = []
      return [...notes.values()]
    },
  })
  return { ...methodsWith(attempt), quick: () => methodsWith(quickAttempt()) }
}

const silentNote: Note = {
  code: 'store-silent',
  message: 'The store did not answer in time; the session goes on from memory.',
}
