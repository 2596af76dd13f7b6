/** Rows of originals as the statements select them, and what they hold. */
import { maskOf, type OriginalRow, soundBytes } from '../original-row.ts'
import { searchText } from '../search-text.ts'
import type { Statements } from './connection.ts'
import type { SearchKind } from './schema.ts'

/** What every statement needs to know. */
export interface Tables {
  readonly statements: Statements
  readonly schema: string
  readonly search: SearchKind
}

export const originalColumns =
  'o.id::float8 AS id, o.hash, o.state, o.size::float8 AS size, o.codec, o.purged_at::float8 AS purged_at, o.purged_by'

/** Of `held`. */
export const aboutColumns = 'held.kind, held.path, held.said::float8 AS time'

/** With the text that search sees instead, where there is one. */
export interface MaskedRow extends OriginalRow {
  readonly masked: Uint8Array | null
  readonly masked_size: number | null
  readonly masked_codec: number | null
}

export const maskColumns = 'm.bytes AS masked, m.size::float8 AS masked_size, m.codec AS masked_codec'

/** `undefined` where nothing is masked. */
export function maskIn({ masked, masked_size: size, masked_codec: codec }: MaskedRow): string | undefined {
  return masked === null ? undefined : maskOf({ codec: codec ?? 0, bytes: masked }, size ?? 0)
}

/** What search sees of a row; `undefined` where it is binary, damaged or gone. */
export function searchableText(row: MaskedRow): string | undefined {
  const mask = maskIn(row)
  if (mask !== undefined) return mask
  const bytes = soundBytes(row)
  return bytes === undefined ? undefined : searchText({ bytes })
}
