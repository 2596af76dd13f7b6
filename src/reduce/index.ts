/** The registry of reducers: ways to make a text shorter. How a kind of tool output is cut into pieces is in `content/`. */
import type { ReducerName } from '../types.ts'
import { bindingLines } from './binding-lines.ts'
import { change } from './change.ts'
import { excerpt } from './excerpt.ts'
import { duplicate, nearDuplicate, repeated, superseded, truncated } from './line-reducers.ts'
import { losslessForm } from './lossless-form.ts'
import type { Reducer } from './reducer.ts'
import { codeSplit } from './split-for-summary.ts'
import { sessionSummary, summary } from './summary.ts'

const reducers: readonly Reducer[] = [
  change,
  losslessForm,
  duplicate,
  excerpt,
  summary,
  codeSplit,
  repeated,
  nearDuplicate,
  superseded,
  truncated,
  sessionSummary,
  bindingLines,
]

/** `undefined` for forms of one strategy, and for those that no single text can be reduced to. */
export function reducerNamed(name: ReducerName): Reducer | undefined {
  return reducers.find(reducer => reducer.name === name)
}
