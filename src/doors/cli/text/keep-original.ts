/** The bytes of a document into the store, before a form of it is written that does not say everything. */
import { hashBytes } from '../../../tokens/hash.ts'
import { openStore } from '../open-store.ts'

/** The handle that names them from then on. */
export function keepOriginal(bytes: Uint8Array, storeOption: string | undefined): string {
  const store = openStore(storeOption)
  try {
    const [stored] = store.put([{ hash: hashBytes(bytes), bytes }])
    return stored?.handle ?? ''
  } finally {
    store.close()
  }
}
