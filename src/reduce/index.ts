/** The registry of reducers. */
import type { Reducer, ReducerName } from '../types.ts'
import { codeSplit } from './code-split.ts'
import { duplicate } from './duplicate.ts'
import { excerpt } from './excerpt.ts'
import { nearDuplicate } from './near-duplicate.ts'
import { repeated } from './repeated.ts'
import { summary } from './summary.ts'
import { superseded } from './superseded.ts'
import { truncated } from './truncated.ts'

export const reducers: Readonly<Record<ReducerName, Reducer>> = {
  duplicate,
  excerpt,
  summary,
  'code-split': codeSplit,
  repeated,
  'near-duplicate': nearDuplicate,
  superseded,
  truncated,
}
