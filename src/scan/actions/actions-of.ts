/** What one tool call of any known agent did, read from the call and its answer alone. */
import type { ToolCallBlock } from '../../types.ts'
import type { Action, CallResult, Intent } from './action.ts'
import { argumentsOf } from './call-arguments.ts'
import { commandOf, directoryOf } from './call-command.ts'
import { type Ending, outcomeOf } from './outcome-of.ts'
import { runEnding } from './run-ending.ts'
import { type ShellCommand, shellCommands } from './shell/shell-commands.ts'
import { shellIntents } from './shell/shell-intents.ts'
import { toolIntents } from './tool-intents.ts'
import { toolPurpose } from './tool-verb.ts'

/** In the order in which they happened; a command that is run comes before what it did. Never throws; linear. */
export function actionsOf(
  call: Pick<ToolCallBlock, 'name' | 'text'>,
  result?: CallResult,
): readonly Action[] {
  const ending = outcomeOf(result)
  const command = commandOf(call)
  if (command !== undefined) return ranCommand(command, directoryOf(argumentsOf(call)), ending, result)
  const intents = toolIntents(call)
  const told =
    intents.length > 0 || toolPurpose(call.name)?.verb !== 'modify' ? intents : editOfOpenFile(result)
  return told.map(intent => ({ ...asWritten(intent, result), outcome: effectOutcome(ending) }))
}

/** What was done, where it was done by something that came to an end. */
function effectOutcome({ outcome }: Ending): 'ok' | 'failed' | 'unknown' {
  if (outcome === 'finished') return 'ok'
  return outcome === 'rejected' ? 'failed' : outcome
}

function ranCommand(
  command: string,
  directory: string | undefined,
  ending: Ending,
  result: CallResult | undefined,
): readonly Action[] {
  const commands = shellCommands(command, directory)
  const outcomeOfEffects = effectOutcome(ending)
  const isAlone = commands.filter(({ words }) => words[0]?.text !== 'cd').length === 1
  const did = commands.flatMap((one, index) => {
    const isCertain =
      isAlone ||
      ending.outcome === 'rejected' ||
      (outcomeOfEffects !== 'failed' && !isAlternative(commands, index))
    const outcome = isCertain ? outcomeOfEffects : 'unknown'
    return shellIntents(one).map(intent => ({ ...intent, outcome }))
  })
  return [{ type: 'run', command, ...runEnding(commands, command, ending, result) }, ...did]
}

/** On either side of `||`: one of the two may have failed, or may not have run. */
function isAlternative(commands: readonly ShellCommand[], index: number): boolean {
  if (commands[index]?.joint === '||') return true
  for (let next = index + 1; next < commands.length && next <= index + maxJoined; next += 1) {
    const joint = commands[next]?.joint
    if (joint === '||') return true
    if (joint === ';' || joint === '&') return false
  }
  return false
}

/** How far a chain of `&&` and `|` is followed. */
const maxJoined = 20

/** Tools that write a file whole say in their answer whether it was there. */
function asWritten(intent: Intent, result: CallResult | undefined): Intent {
  if (intent.type !== 'create' || intent.isDirectory === true || result === undefined) return intent
  const wasThere = /\b(?:overwrote|overwritten|has been updated|[Uu]pdated file|been modified)\b/.test(
    result.text.slice(0, 300),
  )
  return wasThere ? { type: 'modify', path: intent.path } : intent
}

/** SWE-agent edits the file that is open; its answers say which: `(Open file: /repo/a.py)`. */
function editOfOpenFile(result: CallResult | undefined): readonly Intent[] {
  const path = /^\(Open file: (\/[^\n)]{1,1000})\)$/m.exec(result?.text.slice(-3000) ?? '')?.[1]
  return path === undefined ? [] : [{ type: 'modify', path }]
}
