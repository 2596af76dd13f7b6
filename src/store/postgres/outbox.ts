/** Runs that could not be written to a server yet, in a store on this machine, in their order. */
import { FoveaError } from '../../errors.ts'
import { hashBytes } from '../../tokens/hash.ts'
import type { Original, OriginalAbout, Run, SyncStore, View } from '../store.ts'

interface WaitingRun {
  /** A run with the same key is recorded only once. */
  readonly key: string
  readonly run: Run
}

export interface Outbox {
  readonly size: number
  /** On disk when it returns. Throws `store-full` beyond the limit of the store. */
  add(waiting: WaitingRun): void
  /** The hashes of all waiting originals, or of those of one session. */
  hashes(session?: string): Iterable<string>
  /** `undefined` if it is not waiting here. */
  original(hash: string): Uint8Array | undefined
  view(hash: string): View | undefined
  /** The oldest run; `undefined` if none is waiting. */
  first(): WaitingRun | undefined
  /** Called once the oldest has been written. */
  removeFirst(): void
  close(): void
}

const session = 'outbox'
const firstName = 'first'
const nameOf = (place: number): string => `run/${place}`

/** Plain JSON. */
interface WrittenRun {
  readonly key: string
  readonly run: Omit<Run, 'originals'>
  readonly originals: readonly {
    readonly hash: string
    readonly base64: string
    readonly searchable?: string
    readonly about?: OriginalAbout
  }[]
}

interface Listed {
  readonly place: number
  readonly hashes: readonly string[]
  readonly views: readonly View[]
  readonly session: string | undefined
}

export function outboxIn(store: SyncStore): Outbox {
  const listed: Listed[] = []
  let next = Number(store.state(session, firstName)?.value ?? 1)
  for (; ; next += 1) {
    const state = store.state(session, nameOf(next))
    if (state === undefined) break
    if (state.value !== '') listed.push(listing(next, read(state.value)))
  }
  const runAt = (place: number): WaitingRun | undefined => {
    const value = store.state(session, nameOf(place))?.value
    return value === undefined || value === '' ? undefined : read(value)
  }
  return {
    get size() {
      return listed.length
    },
    add(waiting) {
      const value = written(waiting)
      // Another process may write into the same file.
      while (!store.setState(session, nameOf(next), value, 0)) next += 1
      listed.push(listing(next, waiting))
      next += 1
    },
    *hashes(of) {
      for (const each of listed) if (of === undefined || each.session === of) yield* each.hashes
    },
    original(hash) {
      const place = listed.find(({ hashes }) => hashes.includes(hash))?.place
      const found =
        place === undefined ? undefined : runAt(place)?.run.originals.find(each => each.hash === hash)
      if (found !== undefined && hashBytes(found.bytes) !== hash)
        throw new FoveaError('corrupt', `The original ${hash} is damaged on its way to the store.`)
      return found?.bytes
    },
    view: hash => listed.flatMap(({ views }) => views).find(view => view.hash === hash),
    first() {
      for (;;) {
        const [oldest] = listed
        if (oldest === undefined) return undefined
        const waiting = runAt(oldest.place)
        if (waiting !== undefined) return waiting
        listed.shift()
      }
    },
    removeFirst() {
      const oldest = listed.shift()
      if (oldest === undefined) return
      const state = store.state(session, nameOf(oldest.place))
      if (state !== undefined) store.setState(session, nameOf(oldest.place), '', state.version)
      const first = store.state(session, firstName)
      store.setState(session, firstName, String(oldest.place + 1), first?.version ?? 0)
    },
    close: () => store.close(),
  }
}

function listing(place: number, { run }: WaitingRun): Listed {
  return { place, hashes: run.originals.map(({ hash }) => hash), views: run.views, session: run.session?.id }
}

function written({ key, run: { originals, ...run } }: WaitingRun): string {
  const value: WrittenRun = {
    key,
    run,
    originals: originals.map(({ bytes, ...rest }) => ({
      ...rest,
      base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
    })),
  }
  return JSON.stringify(value)
}

function read(value: string): WaitingRun {
  const { key, run, originals } = JSON.parse(value) as WrittenRun
  return {
    key,
    run: {
      ...run,
      originals: originals.map(
        ({ base64, ...rest }): Original => ({
          ...rest,
          bytes: Uint8Array.from(Buffer.from(base64, 'base64')),
        }),
      ),
    },
  }
}
