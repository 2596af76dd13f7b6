/** Stores the messages of each observation, and adds their handle to it. */
import { originalOfText } from '../../store/original-of-text.ts'
import type { SessionInfo, Store } from '../../store/store.ts'
import { messageJson } from '../../tokens/message-json.ts'
import type { Observation } from './observation.ts'

/** The JSON of raw messages is stored under a handle: `expand` shows all of them, or one by its number. */
export async function storeMessages(
  observations: readonly Observation[],
  raw: readonly unknown[],
  store: Pick<Store, 'put' | 'record' | 'handles'>,
  session?: SessionInfo,
): Promise<readonly Observation[]> {
  const originals = observations.map(({ messages }) =>
    messages === undefined ? undefined : originalOfText(messageJson(raw.slice(messages[0], messages[1] + 1))),
  )
  const kept = originals.filter(original => original !== undefined)
  await store.record({ originals: kept, views: [], ...(session === undefined ? {} : { session }) })
  const handles = await store.handles(kept.map(({ hash }) => hash))
  const named = new Map(kept.map(({ hash }, at) => [hash, handles[at] as string]))
  return observations.map((observation, at) => {
    const handle = named.get(originals[at]?.hash ?? '')
    return handle === undefined ? observation : { ...observation, handle }
  })
}
