/** The content of a store in memory. */
import type { Tombstone } from '../errors.ts'
import { handleDigits, shortestHandles } from '../tokens/handle.ts'
import type { OriginalAbout, SessionState, View } from './store.ts'

export interface StoredOriginal {
  readonly size: number
  /** Absent once purged. */
  readonly bytes?: Uint8Array
  readonly searchable?: string
  readonly about?: OriginalAbout
  /** When it was last stored outside of a session. */
  readonly used: number
  readonly tombstone?: Tombstone
}

interface StoredRun {
  readonly session: string | undefined
  readonly uses: ReadonlySet<string>
  /** JSON, so that no caller holds a reference into the store. */
  readonly receipt: string | undefined
  readonly tokensSaved: number
}

export interface MemoryContent {
  readonly originals: Map<string, StoredOriginal>
  /** Hashes by the first digits, as many as every handle has. */
  readonly prefixes: Map<string, string[]>
  readonly views: Map<string, View>
  readonly runs: StoredRun[]
  /** By session, then by name. */
  readonly states: Map<string, Map<string, SessionState>>
  /** When each session last stored anything. */
  readonly sessionUses: Map<string, number>
}

export function startingWith({ prefixes }: MemoryContent): (prefix: string) => string[] {
  return prefix =>
    (prefixes.get(prefix.slice(0, handleDigits)) ?? []).filter(hash => hash.startsWith(prefix)).sort()
}

export function handlesOf(content: MemoryContent, hashes: readonly string[]): string[] {
  return shortestHandles(hashes, startingWith(content))
}

export function usedBy({ runs }: MemoryContent, isMeant: (run: StoredRun) => boolean): ReadonlySet<string> {
  return new Set(runs.filter(isMeant).flatMap(({ uses }) => [...uses]))
}
