/** A store that lives as long as its process: for tests, for one-off runs, and where nothing may be written. */
import type { PurgeReason, Tombstone } from '../errors.ts'
import type { Receipt } from '../receipt.ts'
import { handleDigits, shortestHandles } from '../tokens/handle.ts'
import { hashBytes } from '../tokens/hash.ts'
import { checkOriginal, checkView, viewOfNothing } from './check-run.ts'
import { cutRange } from './cut-range.ts'
import { exportOriginals } from './export-originals.ts'
import { findHash } from './find-hash.ts'
import { checkFilter, cutoffs, hasRules, plainReason } from './purge-filter.ts'
import { tokensSaved } from './run-row.ts'
import { type Candidate, hitsOf, searchOriginals, withHandles } from './search-originals.ts'
import { searchQuery } from './search-query.ts'
import { searchText } from './search-text.ts'
import type {
  Original,
  OriginalAbout,
  PurgeFilter,
  PurgeReport,
  Run,
  SessionState,
  SyncStore,
  Verification,
  View,
} from './store.ts'
import { closed, purged } from './store-error.ts'
import type { StoreKind } from './store-kind.ts'

interface Kept {
  readonly size: number
  /** Absent once purged. */
  readonly bytes?: Uint8Array
  readonly searchable?: string
  readonly about?: OriginalAbout
  /** When it was last stored, not counting what sessions stored. */
  readonly used: number
  readonly tombstone?: Tombstone
}

interface KeptRun {
  readonly session: string | undefined
  readonly uses: ReadonlySet<string>
  /** JSON, so that no caller holds a reference into the store. */
  readonly receipt: string | undefined
  readonly tokensSaved: number
}

interface Content {
  readonly originals: Map<string, Kept>
  /** Hashes by the digits that every handle has. */
  readonly prefixes: Map<string, string[]>
  readonly views: Map<string, View>
  readonly runs: KeptRun[]
  /** By session, then by name. */
  readonly states: Map<string, Map<string, SessionState>>
  /** When each session last stored anything. */
  readonly sessionUses: Map<string, number>
}

/** `memory:`: nothing is kept after the process ends. */
export const memoryKind: StoreKind = {
  name: 'memory',
  accepts: address => address === 'memory:',
  exists: () => true,
  open: () => memoryStore(),
}

export function memoryStore(): SyncStore {
  let content: Content | undefined = {
    originals: new Map(),
    prefixes: new Map(),
    views: new Map(),
    runs: [],
    states: new Map(),
    sessionUses: new Map(),
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
      const { bytes, tombstone } = kept.originals.get(findHash(handle, startingWith(kept))) ?? {}
      if (bytes === undefined) throw purged(handle, tombstone)
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
      return chosen.map(([, { size, about }], index) => ({
        handle: handles[index] as string,
        size,
        ...(about === undefined ? {} : { about }),
      }))
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
      return {
        originals: available.length,
        purged: originals.size - available.length,
        sessions: new Set(runs.flatMap(({ session }) => session ?? [])).size,
        receipts: runs.filter(({ receipt }) => receipt !== undefined).length,
        bytes,
        storedBytes: bytes,
        tokensSaved: runs.reduce((sum, run) => sum + run.tokensSaved, 0),
      }
    },
    verify: () => verification(open()),
    *verifySteps() {
      const found = verification(open())
      yield { phase: 'originals', done: found.checked, total: found.checked }
      return found
    },
    purge: filter => purge(open(), filter).originals,
    *purgeSteps(filter) {
      const report = purge(open(), filter)
      yield { phase: 'originals', done: report.originals, total: report.originals }
      return report
    },
    previewPurge(filter) {
      const content = open()
      return reportOf(content, chosenBy(content, filter))
    },
    // biome-ignore lint/correctness/useYield: nothing here takes room that it does not need.
    *compactSteps() {
      return reportOf(open(), [])
    },
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
      const { states, sessionUses } = open()
      const names = states.get(session) ?? new Map<string, SessionState>()
      if ((names.get(name)?.version ?? 0) !== version) return false
      sessionUses.set(session, Date.now())
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
function keep({ originals, prefixes }: Content, { hash, bytes, searchable, about }: Original): boolean {
  const held = originals.get(hash)
  const prefix = hash.slice(0, handleDigits)
  if (held === undefined) prefixes.set(prefix, [...(prefixes.get(prefix) ?? []), hash])
  const isHeld = held?.bytes !== undefined
  const shown = searchable ?? (isHeld ? held.searchable : undefined)
  originals.set(hash, {
    size: bytes.length,
    used: Date.now(),
    bytes: isHeld ? held.bytes : bytes.slice(),
    ...(shown === undefined ? {} : { searchable: shown }),
    ...(about === undefined && held?.about === undefined ? {} : { about: { ...held?.about, ...about } }),
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
  content.runs.push({ session: run.session?.id, uses, receipt, tokensSaved: tokensSaved(run.receipt) })
  if (run.session !== undefined) content.sessionUses.set(run.session.id, Date.now())
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

function verification(content: Content): Verification {
  const available = [...content.originals].filter(([, { bytes }]) => bytes !== undefined)
  const damaged = available.filter(([hash, { bytes }]) => bytes === undefined || hashBytes(bytes) !== hash)
  const corrupt = handlesOf(
    content,
    damaged.map(([hash]) => hash),
  )
  return { checked: available.length, corrupt, problems: [] }
}

interface Chosen {
  readonly hash: string
  readonly size: number
  readonly reason: PurgeReason
}

function purge(content: Content, filter: PurgeFilter): PurgeReport {
  const chosen = chosenBy(content, filter)
  const report = reportOf(content, chosen)
  const at = Date.now()
  for (const { hash, size, reason } of chosen)
    content.originals.set(hash, { size, used: at, tombstone: { at, reason } })
  forgetStates(content, filter, new Set(chosen.map(({ hash }) => hash)))
  if (hasRules(filter)) forgetSessions(content, filter)
  return report
}

function reportOf({ originals }: Content, chosen: readonly Chosen[]): PurgeReport {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  const before = bytesOf(originals)
  return { originals: chosen.length, bytes, storeBytes: before - bytes, freedBytes: bytes }
}

function bytesOf(originals: ReadonlyMap<string, Kept>): number {
  return originals.values().reduce((sum, { size, bytes }) => sum + (bytes === undefined ? 0 : size), 0)
}

function chosenBy(content: Content, filter: PurgeFilter): readonly Chosen[] {
  checkFilter(filter)
  const { originals } = content
  const { handles, session, kind } = filter
  const named = handles && new Set(handles.map(handle => findHash(handle, startingWith(content))))
  const own = session === undefined ? undefined : usedBy(content, run => run.session === session)
  const others =
    session === undefined || hasRules(filter) ? undefined : usedBy(content, run => run.session !== session)
  const isOfKind = ({ about }: Kept): boolean => kind === undefined || about?.kind === kind
  const meant = [...originals].flatMap(([hash, original]) => {
    const { bytes, size } = original
    return bytes !== undefined &&
      isOfKind(original) &&
      named?.has(hash) !== false &&
      own?.has(hash) !== false &&
      !others?.has(hash)
      ? [{ hash, size }]
      : []
  })
  if (!hasRules(filter)) return meant.map(original => ({ ...original, reason: plainReason(filter) }))
  return brokenBy(content, filter, meant)
}

/** What breaks a rule of retention, the least recently used first. */
function brokenBy(
  content: Content,
  filter: PurgeFilter,
  originals: readonly { readonly hash: string; readonly size: number }[],
): readonly Chosen[] {
  const { age, size: young } = cutoffs(filter, Date.now())
  const uses = lastUses(content)
  const oldest = originals
    .map(original => ({ ...original, used: uses.get(original.hash) ?? 0 }))
    .sort((one, other) => one.used - other.used)
  let left = bytesOf(content.originals)
  return oldest.flatMap(({ hash, size, used }) => {
    const isOld = used < age
    if (!isOld && !(used < young && left > (filter.maxBytes ?? Number.POSITIVE_INFINITY))) return []
    left -= size
    return [{ hash, size, reason: isOld ? ('age' as const) : ('size' as const) }]
  })
}

/** An original is used when it is stored, and whenever a session that uses it stores anything. */
function lastUses({ originals, runs, sessionUses }: Content): ReadonlyMap<string, number> {
  const uses = new Map([...originals].map(([hash, { used }]) => [hash, used]))
  for (const { session, uses: used } of runs)
    for (const hash of used)
      uses.set(hash, Math.max(uses.get(hash) ?? 0, sessionUses.get(session ?? '') ?? 0))
  return uses
}

/** Sessions that are too old, or of which nothing is left, leave how many tokens they saved. */
function forgetSessions(content: Content, filter: PurgeFilter): void {
  const { age, size } = cutoffs(filter, Date.now())
  for (const [session, used] of content.sessionUses) {
    const isMeant = isPlain(filter) && (filter.session ?? session) === session
    if (!isMeant || !(used < Math.max(age, size))) continue
    const own = usedBy(content, run => run.session === session)
    const isGone = own.values().every(hash => content.originals.get(hash)?.bytes === undefined)
    if (!(used < age) && !isGone) continue
    content.sessionUses.delete(session)
    content.states.delete(session)
    content.runs.forEach((run, index) => {
      if (run.session === session) content.runs[index] = { ...run, receipt: undefined }
    })
  }
}

/** A state describes what its session used: it is removed with the first of it. */
function forgetStates({ states, runs }: Content, filter: PurgeFilter, gone: ReadonlySet<string>): void {
  const { session } = filter
  const isWhole = isPlain(filter) && !hasRules(filter)
  if (isWhole && session === undefined) states.clear()
  if (isWhole && session !== undefined) states.delete(session)
  for (const run of runs)
    if (run.session !== undefined && !run.uses.isDisjointFrom(gone)) states.delete(run.session)
}

/** Whether nothing but a session limits it. */
function isPlain({ handles, kind }: PurgeFilter): boolean {
  return handles === undefined && kind === undefined
}
