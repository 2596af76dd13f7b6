/** Lookups that a client never saw, stored so that its later requests contain again what the provider has seen. */
import { FoveaError } from '../../../errors.ts'
import { formatNamed } from '../../../formats/index.ts'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import type { Addition } from '../../../session/session.ts'
import { sessionName } from '../../../session/session-name.ts'
import type { Store } from '../../../store/store.ts'
import { handleOf } from '../../../tokens/handle.ts'
import { hashBytes, hashText } from '../../../tokens/hash.ts'
import type { Dialect, Round } from '../dialects/dialect.ts'

/** The position of an answer in a conversation: plain data. */
export interface AnswerPlace {
  /** The session's name. */
  readonly session: string
  /** The key of the conversation before the answer. */
  readonly key: string
}

export interface RestoredRequest {
  /** The same body if there is nothing to restore. */
  readonly body: RawRecord
  readonly added: readonly Addition[]
  readonly place: AnswerPlace
  /** For each restored lookup: its key, and the identifiers of its calls. */
  readonly lookups: readonly { readonly key: string; readonly calls: readonly string[] }[]
  /** Models that refused our tools. */
  readonly refusedBy: readonly string[]
}

/** `except`: keys of lookups that are not restored. Throws as the store does. */
export async function restoreLookups(
  body: RawRecord,
  dialect: Dialect,
  store: Store,
  except: readonly string[] = [],
): Promise<RestoredRequest> {
  const items = dialect.itemsOf(body)
  const { keys, last } = conversationKeys(items, dialect)
  const session = sessionName({ messages: items, format: formatNamed(dialect.format) })
  const index = await readLookupIndex(store, session)
  const found = new Map<number, RawRecord>()
  const lookups: RestoredRequest['lookups'][number][] = []
  for (const [at, itemKeys] of keys.entries()) {
    const key = itemKeys?.named
    if (key === undefined || except.includes(key)) continue
    const value = await contentOf(index, key, store, session)
    if (value === undefined) continue
    found.set(at, value)
    lookups.push({ key, calls: (value.ids ?? []) as readonly string[] })
  }
  const common = { place: { session, key: last }, lookups, refusedBy: index.refusedBy }
  const named = await restoredByName(body, dialect, store)
  if (named !== undefined) return { ...named, ...common }
  if (found.size === 0) return { body, added: [], ...common }
  const { items: restored, added } = dialect.restore(items, found)
  return { body: dialect.withItems(body, restored), added, ...common }
}

/** Stores what a client did not see of an answer, for when it sends the answer back; an equal answer before it is forgotten. */
export async function rememberLookups(
  rounds: readonly Round[],
  last: Round,
  {
    dialect,
    store,
    place,
  }: { readonly dialect: Dialect; readonly store: Store; readonly place: AnswerPlace },
): Promise<void> {
  const { session } = place
  const { seen, hidden } = dialect.hidden(rounds, last)
  const { keys } = conversationKeys(seen, dialect, place.key)
  const ids = [...rounds, last].flatMap(({ results }) => results.map(({ call }) => call.id))
  const entries: [string, string][] = []
  for (const { at, value } of hidden) {
    const key = keys[at]
    if (key === undefined) continue
    const text = JSON.stringify({ ...value, ids })
    const name = hashText(text)
    await store.setState(session, contentName(name), text, 0)
    entries.push([key.content, name], [key.named, name])
  }
  const index = await readLookupIndex(store, session)
  const known = new Map(entries)
  const mentioned = new Set(keys.flatMap(key => (key === undefined ? [] : [key.content, key.named])))
  if (mentioned.values().some(key => index.rounds[key] !== known.get(key)))
    await changeLookupIndex(store, session, ({ rounds: before, refusedBy }) => ({
      rounds: {
        ...Object.fromEntries(Object.entries(before).filter(([key]) => !mentioned.has(key))),
        ...Object.fromEntries(entries),
      },
      refusedBy,
    }))
  const named = dialect.byName?.hidden(rounds, last)
  if (named !== undefined) await rememberByName(named.name, named.value, store, session)
}

/** Deletes lookups: the model may repeat them. */
export async function forgetLookups(keys: readonly string[], store: Store, session: string): Promise<void> {
  await changeLookupIndex(store, session, ({ rounds, refusedBy }) => ({
    rounds: Object.fromEntries(Object.entries(rounds).filter(([key]) => !keys.includes(key))),
    refusedBy,
  }))
}

export async function rememberRefusal(model: string, store: Store, session: string): Promise<void> {
  await changeLookupIndex(store, session, ({ rounds, refusedBy }) => ({
    rounds,
    refusedBy: [...refusedBy.filter(each => each !== model), model],
  }))
}

function contentName(name: string): string {
  return `lookup/${name}`
}

async function contentOf(
  index: LookupIndex,
  key: string,
  store: Store,
  session: string,
): Promise<RawRecord | undefined> {
  const name = index.rounds[key]
  const kept = name === undefined ? undefined : await store.state(session, contentName(name))
  const value: unknown = kept === undefined ? undefined : JSON.parse(kept.value)
  return isRecord(value) ? value : undefined
}

// The name alone is the key: a later request that names the answer cannot name its session.
function nameKey(name: string): string {
  return hashText(`fovea lookups by name\n${name}`)
}

async function rememberByName(name: string, value: RawRecord, store: Store, session: string): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value))
  const hash = hashBytes(bytes)
  await store.record({
    // A conversation with our tools is not searchable; the texts that it shows are stored under their own handles.
    originals: [{ hash, bytes, searchable: '' }],
    views: [{ hash: nameKey(name), original: hash, media: 'json' }],
    session: { id: session },
  })
}

async function restoredByName(
  body: RawRecord,
  { byName }: Dialect,
  store: Store,
): Promise<Pick<RestoredRequest, 'body' | 'added'> | undefined> {
  const name = byName?.of(body)
  if (byName === undefined || name === undefined) return undefined
  const view = (await store.views([nameKey(name)])).get(nameKey(name))
  if (view === undefined) return undefined
  const value: unknown = JSON.parse(Buffer.from(await store.get(handleOf(view.original, 64))).toString())
  return isRecord(value) ? byName.restore(body, value) : undefined
}

/** Keys that identify each item of a conversation by everything up to it. */
interface ItemKeys {
  /** Without what the client may leave out. */
  readonly content: string
  /** With its own identifier, if it has one. */
  readonly named: string
}

interface ConversationKeys {
  /** The keys of each item; `undefined` for one that a client may leave out. */
  readonly keys: readonly (ItemKeys | undefined)[]
  /** The key of the whole conversation, from which the key of its next item follows. */
  readonly last: string
}

/** `from`: the key of what precedes the items. */
function conversationKeys(
  items: readonly unknown[],
  dialect: Dialect,
  from: string = hashText(`fovea conversation ${dialect.format}`),
): ConversationKeys {
  let last = from
  const keys = items.map(item => {
    const content = dialect.contentOf(item)
    if (content === undefined) return undefined
    last = hashText(`${last}${JSON.stringify(content)}`)
    const id = dialect.idOf?.(item)
    return { content: last, named: id === undefined ? last : hashText(`${last} ${id}`) }
  })
  return { keys, last }
}

/** Plain JSON. */
interface LookupIndex {
  /** Hashes of hidden items, by the key of the item that they belong to. */
  readonly rounds: Readonly<Record<string, string>>
  /** Models that refused our tools. */
  readonly refusedBy: readonly string[]
}

const stateName = 'lookups'
const nothing: LookupIndex = { rounds: {}, refusedBy: [] }
/** With two writers, conflicts do not happen this often. */
const maxAttempts = 8

/** The lookups of a session, from its state: which there are, and which models refuse the tools. */
async function readLookupIndex(store: Store, session: string): Promise<LookupIndex> {
  const kept = await store.state(session, stateName)
  return kept === undefined ? nothing : (JSON.parse(kept.value) as LookupIndex)
}

/** Throws `store-locked` if others keep writing, and as the store does. */
async function changeLookupIndex(
  store: Store,
  session: string,
  change: (index: LookupIndex) => LookupIndex,
): Promise<void> {
  for (let tried = 0; tried < maxAttempts; tried += 1) {
    const kept = await store.state(session, stateName)
    const index = kept === undefined ? nothing : (JSON.parse(kept.value) as LookupIndex)
    if (await store.setState(session, stateName, JSON.stringify(change(index)), kept?.version ?? 0)) return
  }
  throw new FoveaError('store-locked', `Others keep writing the lookups of the session ${session}.`)
}
