/** Rows of originals as the statements select them, and what they hold. */
import type { PurgeReason } from '../../errors.ts'
import { toText } from '../../tokens/bytes.ts'
import { hashBytes } from '../../tokens/hash.ts'
import { unpackBytes } from '../pack-bytes.ts'
import { searchText } from '../search-text.ts'
import type { Statements } from './postgres-connection.ts'
import type { SearchKind } from './postgres-schema.ts'

/** What every statement needs to know. */
export interface Tables {
  readonly statements: Statements
  readonly schema: string
  readonly search: SearchKind
}

export interface OriginalRow {
  readonly id: number
  readonly hash: string
  readonly state: 'available' | 'purged'
  readonly size: number
  readonly codec: number
  readonly bytes: Uint8Array | null
  readonly purged_at: number | null
  readonly purged_by: PurgeReason | null
}

export const originalColumns =
  'o.id::float8 AS id, o.hash, o.state, o.size::float8 AS size, o.codec, o.purged_at::float8 AS purged_at, o.purged_by'

/** With the text that search sees instead, where there is one. */
export interface MaskedRow extends OriginalRow {
  readonly masked: Uint8Array | null
  readonly masked_size: number | null
  readonly masked_codec: number | null
}

export const maskColumns = 'm.bytes AS masked, m.size::float8 AS masked_size, m.codec AS masked_codec'

/** `undefined` where the content is damaged or gone. */
export function soundBytes({ hash, size, codec, bytes }: OriginalRow): Uint8Array | undefined {
  const unpacked = bytes === null ? undefined : unpackBytes({ codec, bytes: plainBytes(bytes) }, size)
  return unpacked !== undefined && hashBytes(unpacked) === hash ? unpacked : undefined
}

/** What search sees of a row; `undefined` where it is binary, damaged or gone. */
export function searchableText(row: MaskedRow): string | undefined {
  const { masked, masked_size: size, masked_codec: codec } = row
  if (masked !== null)
    // A mask that cannot be read must not uncover what it hid.
    return toText(
      unpackBytes({ codec: codec ?? 0, bytes: plainBytes(masked) }, size ?? 0) ?? new Uint8Array(),
    )
  const bytes = soundBytes(row)
  return bytes === undefined ? undefined : searchText({ bytes })
}

/** Of its own memory: the driver hands out parts of a larger buffer. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes)
}
