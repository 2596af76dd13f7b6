/** What an output has beside what its call and the head of the view say. */
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import type { ToolResultBlock } from '../../../types.ts'
import { everyLine, type LineTest, noLine } from '../read/candidate-columns.ts'
import type { KnownCall } from '../read/known-call.ts'
import { resultVerdict } from './result-verdict.ts'

/** `12:00:01 INFO session started`: a routine message of a program, in the output of a check. */
const routineLog = /^.{0,60}\b(?:INFO|DEBUG|TRACE|level=(?:info|debug|trace))(?!\w)/

/** Lines of a result that carry no information. */
export function bareOutput(result: ToolResultBlock, call: KnownCall): LineTest {
  if (saysNothing(result, call)) return everyLine
  return call.isCheck ? text => routineLog.test(text) : noLine
}

/** The output of a check that passed, the file after an edit, which the edit itself shows, and the confirmation of a task. */
function saysNothing(result: ToolResultBlock, { isCheck, isEdit, isTodo }: KnownCall): boolean {
  return isEdit || isTodo
    ? outcomeOf(result).outcome !== 'failed'
    : isCheck && resultVerdict(result.text) === 'passed'
}
