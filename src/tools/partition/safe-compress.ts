/** Compression that proves itself: the view where it holds, the input and the reason where it does not. */
import { compress } from '../../compress.ts'
import type { ModelOptions, PartitionOptions, SharedOptions } from '../../options.ts'
import {
  type CompressionAims,
  type CompressionCheck,
  verifyCompression,
} from '../../strategies/partition/verify-compression.ts'
import type { CompressResult, Note } from '../../types.ts'
import { failureNote } from '../../view/run.ts'
import { readBack } from './read-back.ts'

export type SafeCompression<Raw> =
  | { readonly ok: true; readonly result: CompressResult<Raw>; readonly check: CompressionCheck }
  /** The view missed its aims: the messages are those that came. */
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

/** Those of `compress` with the strategy `partition`. */
export interface SafeCompressOptions extends Omit<SharedOptions, 'strict'> {
  readonly partition?: PartitionOptions | undefined
  readonly model?: ModelOptions | undefined
}

/** Never throws. Originals that were stored for a view that is not used stay stored. */
export async function safeCompress<Raw>(
  messages: readonly Raw[],
  options: SafeCompressOptions = {},
  aims: CompressionAims = {},
): Promise<SafeCompression<Raw>> {
  try {
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
