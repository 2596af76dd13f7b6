/** The registry of reducers. */

import { digest } from '../strategies/coverage/digest/digest.ts'
import type { Reducer, ReducerName } from '../types.ts'
import { bindingLines } from './binding-lines.ts'
import { change } from './change.ts'
import { codeSplit } from './code-split.ts'
import { duplicate } from './duplicate.ts'
import { excerpt } from './excerpt.ts'
import { losslessForm } from './lossless-form.ts'
import { nearDuplicate } from './near-duplicate.ts'
import { commandExcerpt } from './partition/command-excerpt.ts'
import { conversationSummary } from './partition/conversation-summary.ts'
import { filePointer } from './partition/file-pointer.ts'
import { resultReference } from './partition/result-reference.ts'
import { repeated } from './repeated.ts'
import { earlierLine, ledgerTelling, opaqueLine, sessionSummary } from './span-tellings.ts'
import { summary } from './summary.ts'
import { superseded } from './superseded.ts'
import { truncated } from './truncated.ts'

export const reducers: Readonly<Record<ReducerName, Reducer>> = {
  change,
  'lossless-form': losslessForm,
  digest,
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
  'earlier-line': earlierLine,
  ledger: ledgerTelling,
  'session-summary': sessionSummary,
  'opaque-line': opaqueLine,
  'binding-lines': bindingLines,
}
