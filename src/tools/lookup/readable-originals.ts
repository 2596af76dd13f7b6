/** What lookups need of a store; not always all of it is shown to them. */
import type { Store } from '../../store/store.ts'

export type ReadableOriginals = Pick<Store, 'get' | 'search'>
