/** Recovery that never passes a sentence off as content: the exact text, or the reason why there is none. */
import { type ErrorCode, FoveaError } from '../../errors.ts'
import { expand } from '../../expand.ts'
import type { Store } from '../../store/store.ts'
import { hashPrefixOf } from '../../tokens/handle.ts'
import { hashText } from '../../tokens/hash.ts'
import type { OriginalsByHash } from '../../types.ts'
import { failureNote } from '../../view/run.ts'

export type Recovery =
  | { readonly ok: true; readonly handle: string; readonly text: string }
  | {
      readonly ok: false
      readonly handle: string
      /** `not-found`, `purged`, `corrupt`, `ambiguous-handle`, `invalid-handle`, or what the store failed with. */
      readonly reason: ErrorCode
      readonly why: string
    }

/** Never throws. The text is held against the hash that its handle names, whoever kept it. */
export async function safeRecover(handle: string, source: Store | OriginalsByHash): Promise<Recovery> {
  try {
    const text = await expand(handle, source)
    if (hashText(text).startsWith(hashPrefixOf(handle))) return { ok: true, handle, text }
    return {
      ok: false,
      handle,
      reason: 'corrupt',
      why: `What is kept under ${handle} is not what was stored.`,
    }
  } catch (error) {
    const reason = FoveaError.isInstance(error) ? error.code : 'internal'
    return { ok: false, handle, reason, why: failureNote(error).message }
  }
}
