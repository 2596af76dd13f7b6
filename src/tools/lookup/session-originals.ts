/** The originals of one session, and of no other, for lookups within it. */
import { FoveaError } from '../../errors.ts'
import { formatOf } from '../../formats/detect-format.ts'
import type { SearchHit, Store, View } from '../../store/store.ts'
import { toText } from '../../tokens/bytes.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashText } from '../../tokens/hash.ts'
import { lazily } from '../../tokens/lazily.ts'
import { parseMessageJson } from '../../tokens/message-json.ts'
import type { FormatName } from '../../types.ts'
import { ledgerKey } from '../../view/earlier-views.ts'
import { viewKey } from '../../view/provenance.ts'
import { spanParts } from '../../view/span-parts.ts'
import type { ReadableOriginals } from './lookup-tools.ts'

interface LookupSession {
  readonly id: string
  readonly format?: FormatName | undefined
  /** The messages that the model sees; they may contain views of earlier sessions. */
  messages(): readonly unknown[]
  /** Sessions that this one continues, the latest first. */
  earlier(): Promise<readonly string[]>
}

/** A handle of another session is answered like one that does not exist. */
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
  /** Originals of other sessions that the conversation shows belong to its session from now on. */
  const adopt = async (isDeep: boolean): Promise<void> => {
    const { id, format } = session
    const views = await embeddedViews(session.messages(), format, store, async view =>
      isDeep ? true : isNew(view),
    )
    const fresh: View[] = []
    for (const view of views) if (await isNew(view)) fresh.push(view)
    if (fresh.length > 0) await store.record({ originals: [], views: fresh, session: { id } })
  }
  const shallow = lazily(() => adopt(false))
  const deep = lazily(() => adopt(true))
  const earlier = lazily(() => session.earlier())

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

/**
 * A view counts if its exact text is in a message and names its original: a handle alone can be made up.
 * `isFollowed`: whether the messages behind a view are searched for further views too.
 */
async function embeddedViews(
  messages: readonly unknown[],
  format: FormatName | undefined,
  store: Pick<Store, 'views' | 'get'>,
  isFollowed: (view: View) => Promise<boolean>,
): Promise<readonly View[]> {
  const found = new Map<string, View>()
  const pending = [textsIn(messages, format)]
  for (let texts = pending.pop(); texts !== undefined; texts = pending.pop()) {
    const keys = new Map(texts.flatMap(({ text, key }) => [key, ledgerKey(text)].map(each => [each, text])))
    const unseen = [...keys.keys()].filter(key => !found.has(key))
    for (const [key, view] of unseen.length === 0 ? [] : await store.views(unseen)) {
      if (!keys.get(key)?.includes(handleOf(view.original))) continue
      const original = await originalText(view, store)
      if (original === undefined) continue
      found.set(key, view)
      if (await isFollowed(view)) pending.push(textsBehind(view, original, format))
    }
  }
  return [...found.values()]
}

interface ViewText {
  readonly text: string
  readonly key: string
}

/** Only texts with a handle are examined. */
function textsIn(messages: readonly unknown[], format: FormatName | undefined): readonly ViewText[] {
  try {
    return formatOf(messages, format)
      .read(messages)
      .flatMap((message, index) => [
        ...message.blocks.flatMap(block =>
          block.type !== 'opaque' && block.text.includes('db_')
            ? [{ text: block.text, key: viewKey(block.text, messages[index]) }]
            : [],
        ),
        // A view that was joined with its neighbour is identified by its own text.
        ...spanParts(message).map(({ text }) => ({ text, key: hashText(text) })),
      ])
  } catch {
    return []
  }
}

function textsBehind({ media }: View, original: string, format: FormatName | undefined): readonly ViewText[] {
  if (media !== 'messages')
    return original.includes('db_') ? [{ text: original, key: hashText(original) }] : []
  try {
    return textsIn(parseMessageJson(original) as unknown[], format)
  } catch {
    return []
  }
}

/** `undefined` if it was purged or is damaged. */
async function originalText({ original }: View, store: Pick<Store, 'get'>): Promise<string | undefined> {
  try {
    return toText(await store.get(handleOf(original, original.length)))
  } catch (error) {
    if (FoveaError.isInstance(error)) return undefined
    throw error
  }
}
