/** Where originals come from, where it is a store or a map of them. */
import { optionError } from '../errors.ts'
import { describeValue, isRecord } from '../formats/raw-value.ts'

/** Throws `invalid-option`. */
export function checkedSource<Source>(source: Source): Source {
  const isMap = source instanceof Map
  if (isRecord(source) && !isMap) return source
  throw optionError(
    `The originals are ${isMap ? 'a Map' : describeValue(source)}; pass the store, or the originalsByHash that compress returned.`,
  )
}
