/** What is known of the lookups of a session, in its state: which there are, and who refuses the tools for them. */
import { FoveaError } from '../../../errors.ts'
import type { Store } from '../../../store/store.ts'

/** Plain JSON. */
export interface LookupIndex {
  /** Names of what was hidden, by the key of the item at which it was. */
  readonly rounds: Readonly<Record<string, string>>
  /** Models that refused our tools. */
  readonly refusedBy: readonly string[]
}

const stateName = 'lookups'
const nothing: LookupIndex = { rounds: {}, refusedBy: [] }
/** Two writers that get in each other's way so often are more than two. */
const maxAttempts = 8

export async function readLookupIndex(store: Store, session: string): Promise<LookupIndex> {
  const kept = await store.state(session, stateName)
  return kept === undefined ? nothing : (JSON.parse(kept.value) as LookupIndex)
}

/** Throws `store-locked` where others keep writing, and as the store does. */
export async function changeLookupIndex(
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
