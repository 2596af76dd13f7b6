/** Which session an answer belongs to, for requests that name an answer instead of repeating the conversation before it. */
import { isRecord } from '../../../formats/raw-value.ts'
import type { Store } from '../../../store/store.ts'

/** Plain JSON. */
interface AnswerLink {
  readonly session: string
  /** The answer that its request named. */
  readonly previous?: string
}

const stateName = 'answer'
/** More than the longest chain that a provider keeps. */
const maxLinks = 10_000

/** Never throws: an answer that cannot be stored is not found later. */
export async function rememberAnswer(id: string, link: AnswerLink, store: Store): Promise<void> {
  try {
    await store.setState(keyOf(id), stateName, JSON.stringify(link), 0)
  } catch {
    // Lookups of later requests still reach their own sessions.
  }
}

/** The sessions of an answer and the answers before it, the latest first. */
export async function sessionsBehind(id: unknown, store: Store): Promise<readonly string[]> {
  const sessions = new Set<string>()
  const seen = new Set<unknown>()
  for (let at = id; typeof at === 'string' && !seen.has(at) && seen.size < maxLinks; ) {
    seen.add(at)
    const link = await linkOf(at, store)
    if (link !== undefined) sessions.add(link.session)
    at = link?.previous
  }
  return [...sessions]
}

async function linkOf(id: string, store: Store): Promise<AnswerLink | undefined> {
  const state = await store.state(keyOf(id), stateName)
  if (state === undefined) return undefined
  const link: unknown = JSON.parse(state.value)
  return isRecord(link) && typeof link.session === 'string' ? (link as unknown as AnswerLink) : undefined
}

function keyOf(id: string): string {
  return `answer ${id}`
}
