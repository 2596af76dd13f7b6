/** A store that lives as long as its process: for tests, for one-off runs, and where nothing may be written. */
import { handleDigits, shortestHandles } from '../handle.ts'
import { hashBytes } from '../measure/hash.ts'
import type { Original, PurgeFilter, Receipt, Run, SessionState, SyncStore, View } from '../types.ts'
import { checkOriginal, checkView, viewOfNothing } from './check-run.ts'
import { cutRange } from './cut-range.ts'
import { exportOriginals } from './export-originals.ts'
import { findHash } from './find-hash.ts'
import { checkFilter } from './purge-filter.ts'
import { type Candidate, hitsOf, searchOriginals } from './search-originals.ts'
import { searchQuery } from './search-query.ts'
import { searchText } from './search-text.ts'
import { closed, purged } from './store-error.ts'
import { withHandles } from './with-handles.ts'

interface Kept {
  readonly size: number
  /** Absent once purged. */
  readonly bytes?: Uint8Array
  readonly searchable?: string
}

interface KeptRun {
  readonly session: string | undefined
  readonly uses: ReadonlySet<string>
  /** JSON, so that no caller holds a reference into the store. */
  readonly receipt: string | undefined
}

interface Content {
  readonly originals: Map<string, Kept>
  /** Hashes by the digits that every handle has. */
  readonly prefixes: Map<string, string[]>
  readonly views: Map<string, View>
  readonly runs: KeptRun[]
  /** By session, then by name. */
  readonly states: Map<string, Map<string, SessionState>>
}

export function memoryStore(): SyncStore {
  let content: Content | undefined = {
    originals: new Map(),
    prefixes: new Map(),
    views: new Map(),
    runs: [],
    states: new Map(),
  }
  const open = (): Content => {
    if (content === undefined) throw closed()
    return content
  }
  return {
    handles: hashes => handlesOf(open(), hashes),
    put(originals) {
      const kept = open()
      for (const original of originals) checkOriginal(original)
      const stored = originals.map(original => ({ hash: original.hash, added: keep(kept, original) }))
      return withHandles(stored, hashes => handlesOf(kept, hashes))
    },
    get(handle, range) {
      const kept = open()
      const bytes = kept.originals.get(findHash(handle, startingWith(kept)))?.bytes
      if (bytes === undefined) throw purged(handle)
      return (range === undefined ? bytes : cutRange(bytes, range)).slice()
    },
    find(handle, session) {
      const kept = open()
      const own = kept.runs.filter(run => run.session === session)
      const isOwn = (hash: string) => own.some(({ uses }) => uses.has(hash))
      return findHash(handle, prefix => startingWith(kept)(prefix).filter(isOwn))
    },
    views(hashes) {
      const { views } = open()
      return new Map(
        hashes.flatMap(hash => {
          const view = views.get(hash)
          return view === undefined ? [] : [[hash, { ...view }]]
        }),
      )
    },
    search(query, options) {
      const kept = open()
      const parsed = searchQuery(query, options)
      const matches = searchOriginals(candidates(kept, parsed.session), parsed)
      return hitsOf(matches, hashes => handlesOf(kept, hashes))
    },
    newest(limit) {
      const kept = open()
      const available = [...kept.originals].filter(([, { bytes }]) => bytes !== undefined)
      const chosen = available.reverse().slice(0, limit)
      const handles = handlesOf(
        kept,
        chosen.map(([hash]) => hash),
      )
      return chosen.map(([, { size }], index) => ({ handle: handles[index] as string, size }))
    },
    record: run => record(open(), run),
    receipts(session) {
      return open().runs.flatMap((run, index) => {
        if (run.receipt === undefined || (session !== undefined && run.session !== session)) return []
        const receipt = JSON.parse(run.receipt) as Receipt
        return [{ run: index + 1, ...(run.session === undefined ? {} : { session: run.session }), receipt }]
      })
    },
    stats() {
      const { originals, runs } = open()
      const available = [...originals.values()].filter(({ bytes }) => bytes !== undefined)
      const bytes = available.reduce((sum, { size }) => sum + size, 0)
      const receipts = runs.flatMap(({ receipt }) =>
        receipt === undefined ? [] : [JSON.parse(receipt) as Receipt],
      )
      return {
        originals: available.length,
        purged: originals.size - available.length,
        sessions: new Set(runs.flatMap(({ session }) => session ?? [])).size,
        receipts: receipts.length,
        bytes,
        storedBytes: bytes,
        tokensSaved: receipts.reduce(
          (sum, { tokens }) => sum + tokens.before.tokens - tokens.after.tokens,
          0,
        ),
      }
    },
    verify() {
      const kept = open()
      const available = [...kept.originals].filter(([, { bytes }]) => bytes !== undefined)
      const damaged = available.filter(
        ([hash, { bytes }]) => bytes === undefined || hashBytes(bytes) !== hash,
      )
      const corrupt = handlesOf(
        kept,
        damaged.map(([hash]) => hash),
      )
      return { checked: available.length, corrupt, problems: [] }
    },
    purge: filter => purge(open(), filter),
    exportTo(directory) {
      const kept = open()
      const handles = handlesOf(kept, [...kept.originals.keys()])
      const exported = [...kept.originals].map(([hash, { size, bytes }], index) => ({
        handle: handles[index] as string,
        hash,
        size,
        ...(bytes === undefined ? { state: 'purged' as const } : { state: 'available' as const, bytes }),
      }))
      return exportOriginals(directory, exported)
    },
    state(session, name) {
      const held = open().states.get(session)?.get(name)
      return held === undefined ? undefined : { ...held }
    },
    setState(session, name, value, version) {
      const { states } = open()
      const names = states.get(session) ?? new Map<string, SessionState>()
      if ((names.get(name)?.version ?? 0) !== version) return false
      states.set(session, names.set(name, { version: version + 1, value }))
      return true
    },
    close() {
      content = undefined
    },
  }
}

function startingWith({ prefixes }: Content): (prefix: string) => string[] {
  return prefix =>
    (prefixes.get(prefix.slice(0, handleDigits)) ?? []).filter(hash => hash.startsWith(prefix)).sort()
}

function handlesOf(content: Content, hashes: readonly string[]): string[] {
  return shortestHandles(hashes, startingWith(content))
}

/** Whether the bytes are new here. A masked text, once given, is never given up for an unmasked one. */
function keep({ originals, prefixes }: Content, { hash, bytes, searchable }: Original): boolean {
  const held = originals.get(hash)
  const prefix = hash.slice(0, handleDigits)
  if (held === undefined) prefixes.set(prefix, [...(prefixes.get(prefix) ?? []), hash])
  const isHeld = held?.bytes !== undefined
  const shown = searchable ?? (isHeld ? held.searchable : undefined)
  originals.set(hash, {
    size: bytes.length,
    bytes: isHeld ? held.bytes : bytes.slice(),
    ...(shown === undefined ? {} : { searchable: shown }),
  })
  return !isHeld
}

function record(content: Content, run: Run): void {
  const coming = new Set(run.originals.map(({ hash }) => hash))
  const views = new Map<string, View>()
  for (const original of run.originals) checkOriginal(original)
  for (const view of run.views) {
    checkView(view, views.get(view.hash) ?? content.views.get(view.hash))
    if (!coming.has(view.original) && content.originals.get(view.original)?.bytes === undefined)
      throw viewOfNothing(view)
    views.set(view.hash, { hash: view.hash, original: view.original, media: view.media })
  }
  const receipt = run.receipt === undefined ? undefined : JSON.stringify(run.receipt)
  for (const original of run.originals) keep(content, original)
  for (const [hash, view] of views) content.views.set(hash, view)
  const uses = new Set([...coming, ...run.views.map(({ original }) => original)])
  content.runs.push({ session: run.session?.id, uses, receipt })
}

function* candidates(content: Content, session: string | undefined): Generator<Candidate> {
  const used = session === undefined ? undefined : usedBy(content, run => run.session === session)
  for (const [hash, { size, ...original }] of [...content.originals].reverse()) {
    if (original.bytes === undefined || used?.has(hash) === false) continue
    const text = searchText({ ...original, bytes: original.bytes })
    if (text !== undefined) yield { hash, size, text }
  }
}

function usedBy({ runs }: Content, isMeant: (run: KeptRun) => boolean): ReadonlySet<string> {
  return new Set(runs.filter(isMeant).flatMap(({ uses }) => [...uses]))
}

function purge(content: Content, filter: PurgeFilter): number {
  checkFilter(filter)
  const { originals } = content
  const { handles, session } = filter
  const named = handles && new Set(handles.map(handle => findHash(handle, startingWith(content))))
  const own = session === undefined ? undefined : usedBy(content, run => run.session === session)
  const others = session === undefined ? undefined : usedBy(content, run => run.session !== session)
  const chosen = [...originals].filter(
    ([hash, { bytes }]) =>
      bytes !== undefined && named?.has(hash) !== false && own?.has(hash) !== false && !others?.has(hash),
  )
  for (const [hash, { size }] of chosen) originals.set(hash, { size })
  forgetStates(content, filter, new Set(chosen.map(([hash]) => hash)))
  return chosen.length
}

/** A state tells of what its session used: it goes with the least of it. */
function forgetStates(
  { states, runs }: Content,
  { handles, session }: PurgeFilter,
  gone: ReadonlySet<string>,
): void {
  const isWhole = handles === undefined
  if (isWhole && session === undefined) states.clear()
  if (isWhole && session !== undefined) states.delete(session)
  for (const run of runs)
    if (run.session !== undefined && !run.uses.isDisjointFrom(gone)) states.delete(run.session)
}
