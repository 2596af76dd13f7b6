/** The registry of reducers. */
import type { ReducerName, SpanFormName } from '../types.ts'
import { bindingLines } from './binding-lines.ts'
import { change } from './change.ts'
import { excerpt } from './excerpt.ts'
import { duplicate, nearDuplicate, repeated, superseded, truncated } from './line-reducers.ts'
import { losslessForm } from './lossless-form.ts'
import { commandExcerpt } from './partition/command-excerpt.ts'
import { conversationSummary } from './partition/conversation-summary.ts'
import { filePointer } from './partition/file-pointer.ts'
import { resultReference } from './partition/result-reference.ts'
import type { Reducer } from './reducer.ts'
import { codeSplit } from './split-for-summary.ts'
import { sessionSummary, summary } from './summary.ts'

const reducers: Readonly<Record<Exclude<ReducerName, SpanFormName>, Reducer>> = {
  change,
  'lossless-form': losslessForm,
  duplicate,
  excerpt,
  summary,
  'code-split': codeSplit,
  repeated,
  'near-duplicate': nearDuplicate,
  superseded,
  truncated,
  'file-pointer': filePointer,
  'conversation-summary': conversationSummary,
  'command-excerpt': commandExcerpt,
  'result-reference': resultReference,
  'session-summary': sessionSummary,
  'binding-lines': bindingLines,
}

/** `undefined` for forms that no single text can be reduced to. */
export function reducerNamed(name: ReducerName): Reducer | undefined {
  return Object.hasOwn(reducers, name) ? reducers[name as keyof typeof reducers] : undefined
}
