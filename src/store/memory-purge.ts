/** Purges from memory: removes the bytes and leaves a tombstone. */
import type { PurgeReason } from '../errors.ts'
import { findHash } from './find-hash.ts'
import { type MemoryContent, type StoredOriginal, startingWith, usedBy } from './memory-content.ts'
import { brokenRule, checkFilter, cutoffs, hasRules, plainReason } from './purge-filter.ts'
import type { PurgeFilter, PurgeReport } from './store.ts'

interface Chosen {
  readonly hash: string
  readonly size: number
  readonly reason: PurgeReason
}

export function purge(content: MemoryContent, filter: PurgeFilter): PurgeReport {
  const chosen = chosenBy(content, filter)
  const report = reportOf(content, chosen)
  const at = Date.now()
  for (const { hash, size, reason } of chosen)
    content.originals.set(hash, { size, used: at, tombstone: { at, reason } })
  forgetStates(content, filter, new Set(chosen.map(({ hash }) => hash)))
  if (hasRules(filter)) forgetSessions(content, filter)
  return report
}

export function reportOf({ originals }: MemoryContent, chosen: readonly Chosen[]): PurgeReport {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  const before = bytesOf(originals)
  return { originals: chosen.length, bytes, storeBytes: before - bytes, freedBytes: bytes }
}

function bytesOf(originals: ReadonlyMap<string, StoredOriginal>): number {
  return originals.values().reduce((sum, { size, bytes }) => sum + (bytes === undefined ? 0 : size), 0)
}

export function chosenBy(content: MemoryContent, filter: PurgeFilter): readonly Chosen[] {
  checkFilter(filter)
  const { originals } = content
  const { handles, session, kind } = filter
  const named = handles && new Set(handles.map(handle => findHash(handle, startingWith(content))))
  const own = session === undefined ? undefined : usedBy(content, run => run.session === session)
  const others =
    session === undefined || hasRules(filter) ? undefined : usedBy(content, run => run.session !== session)
  const isOfKind = ({ about }: StoredOriginal): boolean => kind === undefined || about?.kind === kind
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

/** Originals that break a retention rule, the least recently used first. */
function brokenBy(
  content: MemoryContent,
  filter: PurgeFilter,
  originals: readonly { readonly hash: string; readonly size: number }[],
): readonly Chosen[] {
  const limits = cutoffs(filter, Date.now())
  const uses = lastUses(content)
  const oldest = originals
    .map(original => ({ ...original, used: uses.get(original.hash) ?? 0 }))
    .sort((one, other) => one.used - other.used)
  let left = bytesOf(content.originals)
  return oldest.flatMap(({ hash, size, used }) => {
    const reason = brokenRule(used, limits, left, filter)
    if (reason === undefined) return []
    left -= size
    return [{ hash, size, reason }]
  })
}

/** An original is used when it is stored, and whenever a session that uses it stores anything. */
function lastUses({ originals, runs, sessionUses }: MemoryContent): ReadonlyMap<string, number> {
  const uses = new Map([...originals].map(([hash, { used }]) => [hash, used]))
  for (const { session, uses: used } of runs)
    for (const hash of used)
      uses.set(hash, Math.max(uses.get(hash) ?? 0, sessionUses.get(session ?? '') ?? 0))
  return uses
}

/** Sessions that are too old, or without originals, are reduced to the number of tokens that they saved. */
function forgetSessions(content: MemoryContent, filter: PurgeFilter): void {
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

/** A state describes what its session used: it is removed as soon as one of these originals is purged. */
function forgetStates({ states, runs }: MemoryContent, filter: PurgeFilter, gone: ReadonlySet<string>): void {
  const { session } = filter
  const isWhole = isPlain(filter) && !hasRules(filter)
  if (isWhole && session === undefined) states.clear()
  if (isWhole && session !== undefined) states.delete(session)
  for (const run of runs)
    if (run.session !== undefined && !run.uses.isDisjointFrom(gone)) states.delete(run.session)
}

/** Whether at most a session limits it. */
function isPlain({ handles, kind }: PurgeFilter): boolean {
  return handles === undefined && kind === undefined
}
