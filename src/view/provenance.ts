/** Where a summary came from, for formats whose messages have room to say so. */
import type { Provenance } from '../formats/format.ts'
import { hashText } from '../tokens/hash.ts'

/** Names a summary by the ids and the content of the messages it replaces: ids alone may be used twice. */
export function summaryId(ids: readonly string[], contentHash: string): string {
  // Lengths first, so that ["a", "b"] and ["a\0b"] differ.
  const named = hashText([contentHash, ...ids.map(id => `${id.length}:${id}`)].join('\0'))
  return `cce_sum_${BigInt(`0x${named.slice(0, 16)}`).toString(36)}`
}

export function provenanceOf(
  ids: readonly string[],
  contentHash: string,
  sources: readonly unknown[],
  version: number,
): Provenance {
  const parents = sources.flatMap(source => summaryIdOf(source) ?? [])
  return {
    ids,
    summary_id: summaryId(ids, contentHash),
    ...(parents.length === 0 ? {} : { parent_ids: parents }),
    version,
  }
}

/** The name that an earlier round wrote into a message. */
export function summaryIdOf(message: unknown): string | undefined {
  const metadata = (message as { metadata?: { _cce_original?: Partial<Provenance> } } | null | undefined)
    ?.metadata
  const id: unknown = metadata?._cce_original?.summary_id
  return typeof id === 'string' ? id : undefined
}

/**
 * Under which a text in a view is looked up: its hash; with the name of its summary where its message has one, so that
 * two messages may read the same and replace different ones.
 */
export function viewKey(text: string, message: unknown): string {
  const id = summaryIdOf(message)
  return hashText(id === undefined ? text : `${id}\0${text}`)
}
