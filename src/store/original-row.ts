/** Rows of originals in our databases, and how they are read. */
import type { PurgeReason, Tombstone } from '../errors.ts'
import { toText } from '../tokens/bytes.ts'
import { hashBytes } from '../tokens/hash.ts'
import { type Packed, unpackBytes } from './pack-bytes.ts'
import type { Original, OriginalAbout } from './store.ts'

export interface OriginalRow {
  readonly id: number
  readonly hash: string
  readonly state: 'available' | 'purged'
  readonly size: number
  readonly codec: number
  readonly bytes: Uint8Array | null
  readonly purged_at: number | null
  /** Empty if an older version purged it. */
  readonly purged_by: PurgeReason | '' | null
}

/** What is known about an original. */
export interface AboutRow {
  readonly kind: string | null
  readonly path: string | null
  readonly time: number | null
}

/** `undefined` if the content is damaged or purged. */
export function soundBytes({ hash, size, codec, bytes }: OriginalRow): Uint8Array | undefined {
  const unpacked = bytes === null ? undefined : unpackBytes({ codec, bytes }, size)
  if (unpacked === undefined || hashBytes(unpacked) !== hash) return undefined
  // Copied to its own memory: a driver may return parts of a larger buffer.
  return unpacked === bytes ? Uint8Array.from(unpacked) : unpacked
}

/** The text that search uses instead of an original. If it is unreadable, the masked original must not become searchable. */
export function maskOf(packed: Packed, size: number): string {
  return toText(unpackBytes(packed, size) ?? new Uint8Array())
}

export function tombstoneOf({ purged_at: at, purged_by: reason }: OriginalRow): Tombstone {
  return { ...(at === null ? {} : { at }), ...(reason ? { reason } : {}) }
}

export function aboutOf({ kind, path, time }: AboutRow): { readonly about?: OriginalAbout } {
  const about = {
    ...(kind === null ? {} : { kind }),
    ...(path === null ? {} : { path }),
    ...(time === null ? {} : { time }),
  }
  return Object.keys(about).length === 0 ? {} : { about }
}

/** An original for another store. Damaged ones are left out: `verify` lists them. */
export function copiedOriginal(row: OriginalRow & AboutRow, mask: string | undefined): Original[] {
  const bytes = soundBytes(row)
  if (bytes === undefined) return []
  return [{ hash: row.hash, bytes, ...(mask === undefined ? {} : { searchable: mask }), ...aboutOf(row) }]
}
