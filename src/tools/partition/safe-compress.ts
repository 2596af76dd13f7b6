/** Compression that verifies its result: returns the view if it passes, else the input and the reason. */
import { compress } from '../../compress.ts'
import { type ErrorCode, FoveaError } from '../../errors.ts'
import { expand } from '../../expand.ts'
import type { ModelOptions } from '../../models/model-options.ts'
import type { Change, CompressResult, PartitionMetrics } from '../../receipt.ts'
import { isStore, type Store } from '../../store/store.ts'
import type { SharedOptions } from '../../strategies/options/shared-options.ts'
import { targets } from '../../strategies/partition/partition-metrics.ts'
import type { PartitionOptions } from '../../strategies/partition/partition-options.ts'
import {
  type CompressionAims,
  type CompressionCheck,
  checkAims,
  verifyCompression,
} from '../../strategies/partition/verify-compression.ts'
import { handleOf, hashPrefixOf } from '../../tokens/handle.ts'
import { hashBytes, hashText } from '../../tokens/hash.ts'
import type { Note, OriginalsByHash } from '../../types.ts'
import { failureNote } from '../../view/compression-record.ts'

export type SafeCompression<Raw> =
  | { readonly ok: true; readonly result: CompressResult<Raw>; readonly check: CompressionCheck }
  /** The view missed its aims: the messages are the input. */
  | {
      readonly ok: false
      readonly reason: 'not-verified'
      readonly messages: readonly Raw[]
      readonly check: CompressionCheck
    }
  /** There is no view. */
  | {
      readonly ok: false
      readonly reason: 'failed'
      readonly messages: readonly Raw[]
      readonly note: Note
    }

/** The options of `compress` with the strategy `partition`. */
export interface SafeCompressOptions extends Omit<SharedOptions, 'strict'> {
  readonly partition?: PartitionOptions | undefined
  readonly model?: ModelOptions | undefined
}

/** Never throws. Originals that were stored for a rejected view stay stored. */
export async function safeCompress<Raw>(
  messages: readonly Raw[],
  options: SafeCompressOptions = {},
  aims: CompressionAims = {},
): Promise<SafeCompression<Raw>> {
  try {
    checkAims(aims)
    const compressed = await compress(messages, { ...options, strategy: 'partition', strict: true })
    const { receipt, originalsByHash } = compressed
    if (receipt.metrics === undefined) return { ok: false, reason: 'failed', messages, note: unmeasured }
    const recovery = options.dryRun
      ? receipt.metrics.recovery
      : await readBack(receipt.changes, options.store ?? originalsByHash)
    const metrics = { ...receipt.metrics, recovery }
    const result = { ...compressed, receipt: { ...receipt, metrics } }
    const check = verifyCompression(metrics, aims)
    return check.ok ? { ok: true, result, check } : { ok: false, reason: 'not-verified', messages, check }
  } catch (error) {
    return { ok: false, reason: 'failed', messages, note: failureNote(error) }
  }
}

const unmeasured: Note = { code: 'internal', message: 'The compression was not measured.' }

/** Whether the originals of a view are stored under their handles, to the byte. */
async function readBack(
  changes: readonly Change[],
  source: Store | OriginalsByHash,
): Promise<PartitionMetrics['recovery']> {
  const hashes = isStore(source) ? [] : Object.values(source).map(({ text }) => hashText(text))
  const isThere = async (hash: string): Promise<boolean> => {
    if (!isStore(source)) return hashes.includes(hash)
    try {
      return hashBytes(await source.get(handleOf(hash, hash.length))) === hash
    } catch {
      return false
    }
  }
  let restored = 0
  for (const { original } of changes) if (await isThere(original)) restored += 1
  const attempts = changes.length
  const value = attempts === 0 ? 1 : restored / attempts
  return { value, target: targets.recovery, met: value > targets.recovery, restored, attempts }
}

/** Recovery that never returns a message in place of content: the exact text, or the reason why there is none. */
export type Recovery =
  | { readonly ok: true; readonly handle: string; readonly text: string }
  | {
      readonly ok: false
      readonly handle: string
      /** `not-found`, `purged`, `corrupt`, `ambiguous-handle`, `invalid-handle`, or the error of the store. */
      readonly reason: ErrorCode
      readonly why: string
    }

/** Never throws. The text is checked against the hash in its handle, for any store. */
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
