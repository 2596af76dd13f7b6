/** A store in the memory of the process: for tests, for one-off runs, and if nothing may be written to disk. */
import type { Receipt } from '../receipt.ts'
import { handleDigits } from '../tokens/handle.ts'
import { hashBytes } from '../tokens/hash.ts'
import { cutRange } from './cut-range.ts'
import { exportOriginals, viewsByOriginal } from './export-originals.ts'
import { findHash } from './find-hash.ts'
import { handlesOf, type MemoryContent, startingWith, usedBy } from './memory-content.ts'
import { chosenBy, purge, reportOf } from './memory-purge.ts'
import { tokensSaved } from './run-row.ts'
import { hitsOf, type SearchCandidate, searchOriginals, withHandles } from './search-originals.ts'
import { searchQuery } from './search-query.ts'
import { searchText } from './search-text.ts'
import type { Original, Run, SessionState, SyncStore, Verification, View } from './store.ts'
import { checkOriginal, checkView, viewOfNothing } from './store-checks.ts'
import { closed, purged } from './store-error.ts'
import type { StoreKind } from './store-kind.ts'

/** `memory:`: nothing is kept after the process ends. */
export const memoryKind: StoreKind = {
  name: 'memory',
  example: 'memory:',
  outlivesProcess: false,
  accepts: address => address === 'memory:',
  exists: () => true,
  open: () => memoryStore(),
}

export function memoryStore(): SyncStore {
  let content: MemoryContent | undefined = {
    originals: new Map(),
    prefixes: new Map(),
    views: new Map(),
    runs: [],
    states: new Map(),
    sessionUses: new Map(),
  }
  const open = (): MemoryContent => {
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
      const views = viewsByOriginal(kept.views.values())
      const exported = [...kept.originals].map(([hash, { size, bytes }], index) => ({
        handle: handles[index] as string,
        hash,
        size,
        ...(bytes === undefined
          ? { state: 'purged' as const }
          : { state: 'available' as const, bytes, views: views.get(hash) }),
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

/** Returns whether the bytes are new. A masked text is never replaced by an unmasked one. */
function keep({ originals, prefixes }: MemoryContent, { hash, bytes, searchable, about }: Original): boolean {
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

function record(content: MemoryContent, run: Run): void {
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

function* candidates(content: MemoryContent, session: string | undefined): Generator<SearchCandidate> {
  const used = session === undefined ? undefined : usedBy(content, run => run.session === session)
  for (const [hash, { size, ...original }] of [...content.originals].reverse()) {
    if (original.bytes === undefined || used?.has(hash) === false) continue
    const text = searchText({ ...original, bytes: original.bytes })
    if (text !== undefined) yield { hash, size, text }
  }
}

function verification(content: MemoryContent): Verification {
  const available = [...content.originals].filter(([, { bytes }]) => bytes !== undefined)
  const damaged = available.filter(([hash, { bytes }]) => bytes === undefined || hashBytes(bytes) !== hash)
  const corrupt = handlesOf(
    content,
    damaged.map(([hash]) => hash),
  )
  return { checked: available.length, corrupt, problems: [] }
}
