/** What a command printed, without the lines that a host writes above and below it. */
import { remembered } from '../../tokens/remembered.ts'
import { hasOneOf } from '../has-one-of.ts'
import { withoutHostReminder } from './host-reminder.ts'
import { printedText } from './printed-text.ts'

const edge = 600
/** `Chunk ID: … Wall time: … Process exited with code 0 … Output:` */
const above =
  /^(?:(?:Chunk ID|Wall time|Exit code|Process exited|Process running|Original token count|Total output lines|Command|Directory)\b[^\n]{0,400}\n{1,2}){1,12}(?:Output: ?\n?)?/
const code = /^(?:Error: )?Exit code:? -?\d{1,10}(?:\n|$)|^<returncode>-?\d{1,10}<\/returncode>\n?/
const tags = /^<(?:output|stdout|tool_use_error)>\n?/
const below =
  /\n?(?:(?:Error: \((?:none|empty)\)\n)?Exit Code: -?\d{1,10}(?:\n(?:Signal|Background PIDs|Process Group PGID): [^\n]{0,80}){0,3}|<\/(?:output|stdout|tool_use_error)>|\[exit code:? -?\d{1,10}\]|\[The command completed with exit code -?\d{1,10}\.?\]|<shellId: [^\n>]{1,80}>|(?:\[The command completed with exit code -?\d{1,10}\.?\]\n)?\[Current working directory: [^\n\]]{1,400}\]\n(?:\[Python interpreter: [^\n\]]{1,400}\]\n)?\[Command finished with exit code -?\d{1,10}\]|\(Open file: [^\n)]{1,400}\)\n\(Current directory: [^\n)]{1,400}\)(?:\nbash-\$)?|\n?Command exited with code -?\d{1,10})\s{0,4}$/
/** How all of these end, and what each of them holds. */
const frameEnd = /[>\]\d)$]\s{0,4}$/
const frameParts = ['Exit Code:', '</', 'exit code', '<shellId:', 'exited with', '(Current directory:']
/** What a host prints below the output of a command that left its directory. */
const moved = 'Shell cwd was reset to '
/** No sentence that says so is longer. */
const maxNothing = 100
/** `(no output)`, `Your command ran successfully and did not produce any output.` */
const nothing =
  /^\s{0,8}(?:\((?:(?:Bash completed with )?no output|empty)\)|(your |the )?(?:command|tool) ran (?:successfully and did not produce any|without( any)?) output( or errors?)?\.?)\s{0,8}$/i

export const commandOutput: (answer: string) => string = remembered(outputOf, { name: 'command output' })

function outputOf(answer: string): string {
  let text = withoutMove(withoutHostReminder(printedText(answer)))
  const head = text.slice(0, edge)
  const heading = above.exec(head)?.[0].length ?? code.exec(head)?.[0].length ?? 0
  text = text.slice(heading)
  text = text.slice(tags.exec(text.slice(0, edge))?.[0].length ?? 0)
  if (frameEnd.test(text.slice(-6))) {
    const tail = text.slice(-edge)
    const end = hasOneOf(tail, frameParts) ? below.exec(tail) : null
    if (end !== null) text = text.slice(0, text.length - (tail.length - end.index))
  }
  return text.length <= maxNothing && saysNothing(text) ? '' : text
}

/** Without the last line, where a host says that it went back to its directory. */
function withoutMove(text: string): string {
  const end = text.trimEnd()
  const line = end.lastIndexOf('\n') + 1
  return end.startsWith(moved, line) ? text.slice(0, Math.max(0, line - 1)) : text
}

function saysNothing(text: string): boolean {
  return hasOneOf(text.toLowerCase(), ['output', '(empty)']) && nothing.test(text)
}
