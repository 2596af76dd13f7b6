/** Lookups that a client never saw, kept so that its later requests say again what the provider has seen. */
import type { RawRecord } from '../../formats/raw-value.ts'
import { handleOf } from '../../handle.ts'
import { hashBytes } from '../../measure/hash.ts'
import type { Store } from '../../types.ts'
import type { Dialect, HiddenRounds } from './dialect.ts'

export async function rememberLookups(
  hidden: readonly HiddenRounds[],
  store: Store,
  session: string,
): Promise<void> {
  const entries = hidden.map(({ key, value }) => {
    const bytes = Buffer.from(JSON.stringify(value))
    return { key, hash: hashBytes(bytes), bytes }
  })
  if (entries.length === 0) return
  await store.record({
    // Nobody searches for a conversation with ourselves; what it is about is there under its own handle.
    originals: entries.map(({ hash, bytes }) => ({ hash, bytes, searchable: '' })),
    views: entries.map(({ key, hash }) => ({ hash: key, original: hash, media: 'json' })),
    ...(session === '' ? {} : { session: { id: session } }),
  })
}

/** The very body where there is nothing to bring back, or where the store cannot say. Never throws. */
export async function restoreLookups(
  body: RawRecord,
  dialect: Dialect,
  store: Store,
  session: string,
): Promise<RawRecord> {
  try {
    const views = await store.views(dialect.keys(body, session))
    if (views.size === 0) return body
    const found = new Map<string, RawRecord>()
    for (const [key, { original }] of views)
      found.set(key, JSON.parse(Buffer.from(await store.get(handleOf(original, 64))).toString()))
    return dialect.restore(body, found, session)
  } catch {
    return body
  }
}
