/** Which lines of a result carry no information beside the call. */
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { echoedField } from '../../../scan/actions/echoed-field.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import type { ToolResultBlock } from '../../../types.ts'
import { everyLine, type LineTest, noLine } from '../read/candidate-columns.ts'
import type { KnownCall } from '../read/known-call.ts'
import { resultVerdict } from './result-verdict.ts'

/** `12:00:01 INFO session started`: a routine message of a program, in the output of a check. */
const routineLog = /^.{0,60}\b(?:INFO|DEBUG|TRACE|level=(?:info|debug|trace))(?!\w)/
/** The address or the number that a record was given. */
const given = /^(?:html_url|web_url|permalink|url|id|iid|number|key)\b/

export function bareOutput(result: ToolResultBlock, call: KnownCall): LineTest {
  if (saysNothing(result, call)) return everyLine
  if (call.isCheck) return text => routineLog.test(text)
  const { command = '' } = call.source
  return isEcho(result, command) ? text => !given.test(text) || isNumberOf(text, command) : noLine
}

/** The output of a check that passed, the file after an edit, which the edit itself shows, and the confirmation of a task. */
function saysNothing(result: ToolResultBlock, { isCheck, isEdit, isTodo }: KnownCall): boolean {
  return isEdit || isTodo
    ? outcomeOf(result).outcome !== 'failed'
    : isCheck && resultVerdict(result.text) === 'passed'
}

/** The record that a call wrote: the call shows its text, and says that it was answered. */
function isEcho(result: ToolResultBlock, command: string): boolean {
  return command !== '' && echoedField(command, commandOutput(result.text).trim()) !== ''
}

/** Whether a line ends in a number that the command names. */
function isNumberOf(text: string, command: string): boolean {
  const number = /(?<!\d)\d{4,20}(?="?$)/.exec(text)?.[0]
  return number !== undefined && command.includes(number)
}
