/** Checks that a source of originals is a store or a map of originals. */
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
