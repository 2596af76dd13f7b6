/** Originals in PostgreSQL: stored, found by handle, and read with their hash verified. */
import { createHash } from 'node:crypto'
import { FoveaError } from '../../errors.ts'
import { toBytes } from '../../tokens/bytes.ts'
import { handleDigits, hashPrefixOf, shortestHandles } from '../../tokens/handle.ts'
import { findHash } from '../find-hash.ts'
import { type AboutRow, aboutOf, type OriginalRow, soundBytes, tombstoneOf } from '../original-row.ts'
import { type Packed, packBytes } from '../pack-bytes.ts'
import { withHandles } from '../search-originals.ts'
import { searchText } from '../search-text.ts'
import type { ListedOriginal, Original } from '../store.ts'
import { checkOriginal } from '../store-checks.ts'
import { corrupt, purged } from '../store-error.ts'
import { aboutColumns, type MaskedRow, maskColumns, originalColumns, type Tables } from './rows.ts'
import { now } from './schema.ts'
import { indexTexts } from './search.ts'

/** The server verifies the digest of a row. */
const soundCondition = `o.digest = sha256(int2send(o.codec) || o.bytes)`

export async function handlesOf(tables: Tables, hashes: readonly string[]): Promise<string[]> {
  const prefixes = [...new Set(hashes.map(hash => hash.slice(0, handleDigits)))]
  // `g` sorts after every hex digit, so this is a range of the index.
  const rows =
    prefixes.length === 0
      ? []
      : await tables.statements.rows<{ hash: string }>(
          `SELECT o.hash FROM unnest($1::text[]) AS prefix
           JOIN ${tables.schema}.original AS o ON o.hash >= prefix AND o.hash < prefix || 'g' ORDER BY o.hash`,
          [prefixes],
        )
  const known = Map.groupBy(
    rows.map(({ hash }) => hash),
    hash => hash.slice(0, handleDigits),
  )
  return shortestHandles(hashes, prefix => known.get(prefix) ?? [])
}

export async function withStoredHandles<Item extends { readonly hash: string }>(
  tables: Tables,
  items: readonly Item[],
): Promise<(Item & { readonly handle: string })[]> {
  const handles = await handlesOf(
    tables,
    items.map(({ hash }) => hash),
  )
  return withHandles(items, () => handles)
}

/** The hash that a handle names, among all originals or among those that runs of a session used. */
export async function findOriginal(
  { statements, schema }: Tables,
  handle: string,
  session?: string,
): Promise<string> {
  const prefix = hashPrefixOf(handle)
  const own =
    session === undefined
      ? ''
      : `AND EXISTS (SELECT 1 FROM ${schema}.run_original AS used JOIN ${schema}.run ON run.id = used.run
         WHERE used.original = o.id AND run.session = $3)`
  const rows = await statements.rows<{ hash: string }>(
    `SELECT o.hash FROM ${schema}.original AS o WHERE o.hash >= $1 AND o.hash < $2 ${own} ORDER BY o.hash`,
    [prefix, `${prefix}g`, ...(session === undefined ? [] : [session])],
  )
  return findHash(handle, () => rows.map(({ hash }) => hash))
}

export async function readOriginal(tables: Tables, handle: string): Promise<Uint8Array> {
  const prefix = hashPrefixOf(handle)
  const rows = await tables.statements.rows<OriginalRow>(
    `SELECT ${originalColumns}, CASE WHEN count(*) OVER () = 1 THEN o.bytes END AS bytes
     FROM ${tables.schema}.original AS o WHERE o.hash >= $1 AND o.hash < $2 ORDER BY o.hash`,
    [prefix, `${prefix}g`],
  )
  findHash(handle, () => rows.map(({ hash }) => hash))
  const row = rows[0] as OriginalRow
  if (row.state === 'purged') throw purged(handle, tombstoneOf(row))
  const bytes = soundBytes(row)
  if (bytes === undefined) throw corrupt(handle)
  return bytes
}

/** A page of originals by id, with their content and masks. */
export function originalsAfter(
  { statements, schema }: Tables,
  id: number,
  limit: number,
  onlyAvailable: boolean,
): Promise<readonly MaskedRow[]> {
  return statements.rows(
    `SELECT ${originalColumns}, o.bytes, ${maskColumns}
     FROM ${schema}.original AS o LEFT JOIN ${schema}.masked AS m ON m.original = o.id
     WHERE o.id > $1 ${onlyAvailable ? "AND o.state = 'available'" : ''} ORDER BY o.id LIMIT $2`,
    [id, limit],
  )
}

export async function newestOriginals(tables: Tables, limit: number): Promise<readonly ListedOriginal[]> {
  const rows = await tables.statements.rows<Pick<OriginalRow, 'hash' | 'size'> & AboutRow>(
    `SELECT o.hash, o.size::float8 AS size, ${aboutColumns}
     FROM ${tables.schema}.held JOIN ${tables.schema}.original AS o ON o.id = held.original
     ORDER BY held.original DESC LIMIT $1`,
    [limit],
  )
  const handled = await withStoredHandles(tables, rows)
  return handled.map(row => ({ handle: row.handle, size: row.size, ...aboutOf(row) }))
}

/** An original prepared outside the transaction, so that locks are held only briefly. */
export interface Prepared extends Original {
  readonly text: string | undefined
}

export function prepareOriginals(originals: readonly Original[]): readonly Prepared[] {
  const prepared = new Map<string, Prepared>()
  for (const original of originals) {
    checkOriginal(original)
    const known = prepared.get(original.hash)
    const about = known?.about === undefined ? original.about : { ...known.about, ...original.about }
    const chosen =
      known === undefined || original.searchable !== undefined
        ? { ...original, text: searchText(original) }
        : known
    prepared.set(original.hash, { ...chosen, ...(about === undefined ? {} : { about }) })
  }
  return [...prepared.values()]
}

/**
 * Locks existing sound rows, and adds or repairs the rest. Returns which hashes are new. Rows are taken in the order of their
 * hashes, so that two writers of the same originals never deadlock. Call inside a transaction.
 */
export async function addOriginals(
  tables: Tables,
  originals: readonly Prepared[],
  /** Hashes that are used without being passed. */
  alsoUsed: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const held = await lockHeld(tables, [...originals.map(({ hash }) => hash), ...alsoUsed])
  const missing = originals.filter(({ hash, bytes }) => held.get(hash)?.size !== bytes.length)
  const added = missing.length === 0 ? [] : await insertOriginals(tables, missing)
  const ids = new Map([...held].map(([hash, { id }]) => [hash, id]))
  for (const { hash, id } of added) ids.set(hash, id)
  // If another transaction added one meanwhile, it is only marked as used.
  const others = missing.filter(({ hash }) => !ids.has(hash)).map(({ hash }) => hash)
  for (const [hash, { id }] of await lockHeld(tables, others)) ids.set(hash, id)
  const newHashes = new Set(added.map(({ hash }) => hash))
  await describe(tables, originals, ids)
  await maskAndIndex(tables, originals, ids, newHashes)
  return newHashes
}

interface HeldOriginal {
  readonly id: number
  readonly size: number
}

/** The sound ones among these; marks them as used. */
async function lockHeld(
  { statements, schema }: Tables,
  hashes: readonly string[],
): Promise<Map<string, HeldOriginal>> {
  if (hashes.length === 0) return new Map()
  const rows = await statements.rows<HeldOriginal & { hash: string }>(
    `WITH locked AS MATERIALIZED (
       SELECT o.id, o.hash, o.size FROM ${schema}.original AS o JOIN ${schema}.held ON held.original = o.id
       WHERE o.hash = ANY ($1::text[]) AND ${soundCondition} ORDER BY o.hash FOR UPDATE OF held
     ), used AS (
       UPDATE ${schema}.held SET used = ${now} FROM locked WHERE held.original = locked.id
     )
     SELECT id::float8 AS id, hash, size::float8 AS size FROM locked`,
    [hashes],
  )
  return new Map(rows.map(({ hash, id, size }) => [hash, { id, size }]))
}

/** A sound row is never replaced. */
async function insertOriginals(
  { statements, schema }: Tables,
  originals: readonly Prepared[],
): Promise<readonly { readonly hash: string; readonly id: number }[]> {
  const packed = originals.map(({ bytes }) => packBytes(bytes))
  const rows = await statements.rows<{ hash: string; id: number; digest: Uint8Array }>(
    `WITH given AS (
       SELECT *, nextval('${schema}.original_id') AS id FROM
         (SELECT * FROM unnest($1::text[], $2::bigint[], $3::smallint[], $4::bytea[], $5::bytea[])
          WITH ORDINALITY AS each (hash, size, codec, bytes, digest, place) ORDER BY place) AS ordered
     )
     INSERT INTO ${schema}.original AS o (id, hash, state, size, codec, bytes, digest)
     SELECT id, hash, 'available', size, codec, bytes, digest FROM given ORDER BY hash
     ON CONFLICT (hash) DO UPDATE SET state = excluded.state, size = excluded.size, codec = excluded.codec,
       bytes = excluded.bytes, digest = excluded.digest, purged_at = NULL, purged_by = NULL
       WHERE o.state = 'purged' OR o.size <> excluded.size OR (${soundCondition}) IS NOT TRUE
     RETURNING hash, id::float8 AS id, sha256(int2send(codec) || bytes) AS digest`,
    [
      originals.map(({ hash }) => hash),
      originals.map(({ bytes }) => bytes.length),
      packed.map(({ codec }) => codec),
      packed.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
      packed.map(digestOf),
    ],
  )
  const digests = new Map(originals.map(({ hash }, index) => [hash, digestOf(packed[index] as Packed)]))
  for (const { hash, digest } of rows)
    if (digests.get(hash)?.compare(digest) !== 0)
      throw new FoveaError('internal', `The original ${hash} did not read back as it was written.`)
  await statements.rows(
    `INSERT INTO ${schema}.held (original, used, stored)
     SELECT id, ${now}, octet_length(bytes) FROM ${schema}.original WHERE hash = ANY ($1::text[]) ORDER BY hash
     ON CONFLICT (original) DO UPDATE SET used = excluded.used, stored = excluded.stored`,
    [rows.map(({ hash }) => hash)],
  )
  return rows
}

function digestOf({ codec, bytes }: Packed): Buffer {
  return createHash('sha256').update(Uint8Array.of(0, codec)).update(bytes).digest()
}

/** Keeps known values if the new ones are absent. */
async function describe(
  { statements, schema }: Tables,
  originals: readonly Prepared[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const described = originals.flatMap(({ hash, about }) => (about === undefined ? [] : [{ hash, about }]))
  if (described.length === 0) return
  await statements.rows(
    `UPDATE ${schema}.held SET kind = coalesce(each.kind, held.kind), path = coalesce(each.path, held.path),
       said = coalesce(each.said, held.said)
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) AS each (id, kind, path, said)
     WHERE held.original = each.id`,
    [
      described.map(({ hash }) => ids.get(hash)),
      described.map(({ about }) => about.kind ?? null),
      described.map(({ about }) => about.path ?? null),
      described.map(({ about }) => (about.time === undefined ? null : Math.round(about.time))),
    ],
  )
}

/** Once masked, an original never becomes searchable unmasked. */
async function maskAndIndex(
  tables: Tables,
  originals: readonly Prepared[],
  ids: ReadonlyMap<string, number>,
  newHashes: ReadonlySet<string>,
): Promise<void> {
  const { statements, schema } = tables
  const masks = originals.filter(({ searchable }) => searchable !== undefined)
  if (masks.length > 0) {
    const texts = masks.map(({ text = '' }) => toBytes(text))
    const packed = texts.map(bytes => packBytes(bytes))
    await statements.rows(
      `INSERT INTO ${schema}.masked (original, size, codec, bytes)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bytea[]) ORDER BY 1
       ON CONFLICT (original) DO UPDATE SET size = excluded.size, codec = excluded.codec, bytes = excluded.bytes`,
      [
        masks.map(({ hash }) => ids.get(hash)),
        texts.map(({ length }) => length),
        packed.map(({ codec }) => codec),
        packed.map(({ bytes }) => Buffer.from(bytes)),
      ],
    )
  }
  const unmasked = originals.filter(({ searchable, hash }) => searchable === undefined && newHashes.has(hash))
  const masked =
    unmasked.length === 0
      ? []
      : await statements.rows<{ id: number }>(
          `SELECT original::float8 AS id FROM ${schema}.masked WHERE original = ANY ($1::bigint[])`,
          [unmasked.map(({ hash }) => ids.get(hash))],
        )
  const maskedIds = new Set(masked.map(({ id }) => id))
  const texts = [...masks, ...unmasked.filter(({ hash }) => !maskedIds.has(ids.get(hash) as number))]
  await indexTexts(
    tables,
    texts.map(({ hash, text }) => ({ id: ids.get(hash) as number, text })),
  )
}
