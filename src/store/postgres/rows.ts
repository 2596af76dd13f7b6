/** Rows of originals as the statements select them, and how they are read. */
import { maskOf, type OriginalRow, soundBytes } from '../original-row.ts'
import { searchText } from '../search-text.ts'
import type { Statements } from './connection.ts'
import type { SearchKind } from './schema.ts'

/** The context of every statement. */
export interface Tables {
  readonly statements: Statements
  readonly schema: string
  readonly search: SearchKind
}

export const originalColumns =
  'o.id::float8 AS id, o.hash, o.state, o.size::float8 AS size, o.codec, o.purged_at::float8 AS purged_at, o.purged_by'

/** Columns of `held`. */
export const aboutColumns = 'held.kind, held.path, held.said::float8 AS time'

/** With the text that search uses instead, if there is one. */
export interface MaskedRow extends OriginalRow {
  readonly masked: Uint8Array | null
  readonly masked_size: number | null
  readonly masked_codec: number | null
}

export const maskColumns = 'm.bytes AS masked, m.size::float8 AS masked_size, m.codec AS masked_codec'

/** `undefined` if nothing is masked. */
export function maskIn({ masked, masked_size: size, masked_codec: codec }: MaskedRow): string | undefined {
  return masked === null ? undefined : maskOf({ codec: codec ?? 0, bytes: masked }, size ?? 0)
}

/** The searchable text of a row; `undefined` if it is binary, damaged or purged. */
export function searchableText(row: MaskedRow): string | undefined {
  const mask = maskIn(row)
  if (mask !== undefined) return mask
  const bytes = soundBytes(row)
  return bytes === undefined ? undefined : searchText({ bytes })
}
