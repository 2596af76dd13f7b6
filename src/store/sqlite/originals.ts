/** Originals in SQLite: stored, found by handle, and read with their hash verified. */
import { FoveaError } from '../../errors.ts'
import { toBytes } from '../../tokens/bytes.ts'
import { shortestHandles } from '../../tokens/handle.ts'
import { findHash } from '../find-hash.ts'
import { type AboutRow, aboutOf, maskOf, type OriginalRow, soundBytes, tombstoneOf } from '../original-row.ts'
import { type Packed, packBytes, unpackBytes } from '../pack-bytes.ts'
import { searchText } from '../search-text.ts'
import type { ListedOriginal, Original, PurgeFilter } from '../store.ts'
import { checkOriginal } from '../store-checks.ts'
import { corrupt, purged } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { now } from './schema.ts'
import { indexText } from './shards.ts'
import { isDamage } from './sqlite-error.ts'

/** An original prepared outside the transaction, so that the write lock is held only briefly. */
export interface Prepared extends Original {
  readonly packed: Packed | undefined
  readonly text: string | undefined
}

export function handlesOf(connection: Connection, hashes: readonly string[]): string[] {
  return shortestHandles(hashes, prefix => hashesFrom(connection, prefix))
}

function hashesFrom(connection: Connection, prefix: string): string[] {
  // `g` sorts after every hex digit, so this is a range of the index.
  return connection
    .rows<{ hash: string }>('SELECT hash FROM original WHERE hash >= ? AND hash < ? ORDER BY hash', [
      prefix,
      `${prefix}g`,
    ])
    .map(({ hash }) => hash)
}

/** Like `hashesFrom`, among those that runs of a session used. */
export function findInSession(connection: Connection, handle: string, session: string): string {
  const own = `SELECT hash FROM original WHERE hash >= ? AND hash < ? AND EXISTS (
      SELECT 1 FROM run_original AS used JOIN run ON run.id = used.run
      WHERE used.original = original.id AND run.session = ?)
    ORDER BY hash`
  return findHash(handle, prefix =>
    connection.rows<{ hash: string }>(own, [prefix, `${prefix}g`, session]).map(({ hash }) => hash),
  )
}

export function findOriginal(connection: Connection, handle: string): OriginalRow {
  const hash = findHash(handle, prefix => hashesFrom(connection, prefix))
  const row = originalBy(connection, hash)
  // Possible if the index of hashes is damaged.
  if (row === undefined) throw corrupt(handle)
  return row
}

function originalBy(connection: Connection, hash: string): OriginalRow | undefined {
  return connection.row<OriginalRow>('SELECT * FROM original WHERE hash = ?', [hash])
}

/** The same without the content. */
export function entryBy(connection: Connection, hash: string): Pick<OriginalRow, 'id' | 'state'> | undefined {
  return connection.row('SELECT id, state FROM original WHERE hash = ?', [hash])
}

/** Every original, one at a time. */
function* everyOriginal(connection: Connection): Generator<OriginalRow> {
  const next = 'SELECT * FROM original WHERE id > ? ORDER BY id LIMIT 1'
  let row = connection.row<OriginalRow>(next, [0])
  for (; row !== undefined; row = connection.row<OriginalRow>(next, [row.id])) yield row
}

interface Readable {
  readonly hash: string
  /** Absent if one of its pages is damaged. */
  readonly row?: OriginalRow | undefined
}

/** The same if pages are damaged: from the first damaged one on by the index of hashes, which has its own pages. */
export function* readableOriginals(connection: Connection): Generator<Readable> {
  let last = 0
  try {
    for (const row of everyOriginal(connection)) {
      last = row.id
      yield { hash: row.hash, row }
    }
    return
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  const others = connection.rows<{ id: number; hash: string }>('SELECT id, hash FROM original ORDER BY hash')
  for (const { id, hash } of others) if (id > last) yield { hash, row: rowIfReadable(connection, id) }
}

function rowIfReadable(connection: Connection, id: number): OriginalRow | undefined {
  try {
    return connection.row<OriginalRow>('SELECT * FROM original WHERE id = ?', [id])
  } catch (error) {
    if (!isDamage(error)) throw error
    return undefined
  }
}

export function newestOriginals(connection: Connection, limit: number): readonly ListedOriginal[] {
  return connection.read(() => {
    const rows = connection.rows<Pick<OriginalRow, 'hash' | 'size'> & AboutRow>(
      `SELECT hash, size, kind, path, said AS time FROM held JOIN original ON original.id = held.original
       LEFT JOIN described ON described.original = held.original ORDER BY held.original DESC LIMIT ?`,
      [limit],
    )
    const handles = handlesOf(
      connection,
      rows.map(({ hash }) => hash),
    )
    return rows.map((row, index) => ({
      handle: handles[index] as string,
      size: row.size,
      ...aboutOf(row),
    }))
  })
}

export function readOriginal(connection: Connection, handle: string): Uint8Array {
  const row = findOriginal(connection, handle)
  if (row.state === 'purged') throw purged(handle, tombstoneOf(row))
  const bytes = soundBytes(row)
  if (bytes === undefined) throw corrupt(handle)
  return bytes
}

/** The searchable text of a row; `undefined` if it is binary, damaged or purged. */
export function searchableText(connection: Connection, row: OriginalRow): string | undefined {
  const masked = maskedText(connection, row.id)
  if (masked !== undefined) return masked
  const bytes = soundBytes(row)
  return bytes === undefined ? undefined : searchText({ bytes })
}

export function maskedText(connection: Connection, id: number): string | undefined {
  const row = connection.row<Packed & { size: number }>('SELECT * FROM masked WHERE original = ?', [id])
  return row === undefined ? undefined : maskOf(row, row.size)
}

export function prepareOriginals(
  connection: Connection,
  originals: readonly Original[],
): readonly Prepared[] {
  return originals.map(original => {
    checkOriginal(original)
    const isHeld = entryBy(connection, original.hash)?.state === 'available'
    return {
      ...original,
      packed: isHeld ? undefined : packBytes(original.bytes),
      text: isHeld && original.searchable === undefined ? undefined : searchText(original),
    }
  })
}

/** Returns whether the bytes are new; damaged bytes are repaired. Call inside a transaction. */
export function addOriginal(connection: Connection, original: Prepared): boolean {
  const held = originalBy(connection, original.hash)
  if (held !== undefined && isExact(held, original)) {
    connection.run(`UPDATE held SET used = ${now} WHERE original = ?`, [held.id])
    mask(connection, held.id, original)
    describe(connection, held.id, original)
    return false
  }
  // From here on there is no sound copy: never stored, purged, or damaged. A sound one is never replaced.
  const { codec, bytes } = original.packed ?? packBytes(original.bytes)
  // Node 22 binds an empty array as NULL.
  connection.run(
    `INSERT INTO original (hash, state, size, codec, bytes) VALUES (?, 'available', ?, ?, coalesce(?, zeroblob(0)))
     ON CONFLICT (hash) DO UPDATE SET state = excluded.state, size = excluded.size, codec = excluded.codec, bytes = excluded.bytes,
       purged_at = NULL, purged_by = NULL`,
    [original.hash, original.bytes.length, codec, bytes],
  )
  const added = originalBy(connection, original.hash)
  // A handle may be returned only after its bytes have been read back.
  if (added === undefined || !isExact(added, original))
    throw new FoveaError('internal', `The original ${original.hash} did not read back as it was written.`)
  describe(connection, added.id, original)
  const isMasked = mask(connection, added.id, original) || maskedText(connection, added.id) !== undefined
  if (!isMasked) indexText(connection, added.id, original.text ?? searchText(original))
  return true
}

/** Keeps known values if the new ones are absent. */
function describe(connection: Connection, id: number, { about }: Original): void {
  if (about === undefined) return
  connection.run(
    `INSERT INTO described (original, kind, path, said) VALUES (?, ?, ?, ?)
     ON CONFLICT (original) DO UPDATE SET kind = coalesce(excluded.kind, kind), path = coalesce(excluded.path, path),
       said = coalesce(excluded.said, said)`,
    [id, about.kind ?? null, about.path ?? null, about.time === undefined ? null : Math.round(about.time)],
  )
}

export function withHandlesOfKind(connection: Connection, { kind, ...filter }: PurgeFilter): PurgeFilter {
  if (kind === undefined) return filter
  const hashes = connection
    .rows<{ hash: string }>(
      'SELECT hash FROM described JOIN held ON held.original = described.original JOIN original ON original.id = held.original WHERE kind = ?',
      [kind],
    )
    .map(({ hash }) => hash)
  const own = filter.handles && new Set(filter.handles.map(handle => findOriginal(connection, handle).hash))
  const meant = hashes.filter(hash => own?.has(hash) !== false)
  return { ...filter, handles: handlesOf(connection, meant) }
}

function isExact(row: OriginalRow, { bytes }: Original): boolean {
  const held = row.bytes === null ? undefined : unpackBytes({ codec: row.codec, bytes: row.bytes }, row.size)
  return held !== undefined && Buffer.compare(held, bytes) === 0
}

/** Stores the masked text for search if one is given. Once masked, an original never becomes searchable unmasked. */
function mask(connection: Connection, id: number, { searchable, text = '' }: Prepared): boolean {
  if (searchable === undefined) return false
  if (maskedText(connection, id) === text) return true
  const bytes = toBytes(text)
  const packed = packBytes(bytes)
  connection.run(
    'INSERT OR REPLACE INTO masked (original, size, codec, bytes) VALUES (?, ?, ?, coalesce(?, zeroblob(0)))',
    [id, bytes.length, packed.codec, packed.bytes],
  )
  indexText(connection, id, text)
  return true
}
