/** The originals of one session, and of no other, for lookups that are made in it. */
import { FoveaError } from '../../errors.ts'
import type { SearchHit, Store, View } from '../../store/store.ts'
import { handleOf } from '../../tokens/handle.ts'
import type { FormatName } from '../../types.ts'
import { embeddedViews } from './embedded-views.ts'
import type { ReadableOriginals } from './readable-originals.ts'

export interface LookupSession {
  readonly id: string
  readonly format?: FormatName | undefined
  /** What the model sees; views of earlier sessions may be among it. */
  messages(): readonly unknown[]
  /** Sessions that this one goes on from, the latest first. */
  earlier(): Promise<readonly string[]>
}

/** A handle of another session is answered as one that does not exist. */
export function sessionOriginals(store: Store, session: LookupSession): ReadableOriginals {
  const owned = async (handle: string, id: string): Promise<string | undefined> => {
    try {
      return await store.find(handle, id)
    } catch (error) {
      if (FoveaError.isInstance(error) && error.code === 'not-found') return undefined
      throw error
    }
  }
  const isNew = async ({ original }: View): Promise<boolean> =>
    (await owned(handleOf(original, original.length), session.id)) === undefined
  /** What the conversation shows of others belongs to its session from now on. */
  const adopt = async (isDeep: boolean): Promise<void> => {
    const { id, format } = session
    const views = await embeddedViews(session.messages(), format, store, async view =>
      isDeep ? true : isNew(view),
    )
    const fresh: View[] = []
    for (const view of views) if (await isNew(view)) fresh.push(view)
    if (fresh.length > 0) await store.record({ originals: [], views: fresh, session: { id } })
  }
  const shallow = once(() => adopt(false))
  const deep = once(() => adopt(true))
  const earlier = once(() => session.earlier())

  const find = async (handle: string): Promise<string> => {
    const own = await owned(handle, session.id)
    if (own !== undefined) return own
    await deep()
    for (const id of await earlier()) {
      const hash = await owned(handle, id)
      if (hash !== undefined) return hash
    }
    return store.find(handle, session.id)
  }
  return {
    async get(handle, range) {
      const hash = await find(handle)
      return store.get(handleOf(hash, hash.length), range)
    },
    async search(query, options) {
      await shallow()
      const hits = new Map<string, SearchHit>()
      for (const id of [session.id, ...(await earlier())]) {
        for (const hit of await store.search(query, { ...options, session: id })) hits.set(hit.handle, hit)
        if (options?.limit !== undefined && hits.size >= options.limit) break
      }
      return [...hits.values()].slice(0, options?.limit)
    },
  }
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined
  return () => {
    result ??= work()
    return result
  }
}
