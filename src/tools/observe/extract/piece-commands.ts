/** The informative commands of a piece of work: checks, what brings something about, what failed, other tools. */

import { shownCommand } from '../../../ledger/facts/command-line.ts'
import type { ReadCall } from '../../../scan/actions/actions-in.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { describeCall } from '../../../scan/actions/describe-call.ts'
import { isWaiting } from '../../../scan/actions/late-results.ts'
import { type Ending, outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { resultLines } from '../../../scan/actions/result-lines.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import type { ObservedCommand } from '../observation.ts'
import type { Piece } from '../pieces/cut-pieces.ts'
import { isLookup } from './lookups.ts'

const maxArgumentsLength = 160

/** Each once, as it ended when it was run last. */
export function commandsOf({ calls }: Pick<Piece, 'calls'>): readonly ObservedCommand[] {
  const found = new Map<string, ObservedCommand>()
  for (const call of calls) {
    const command = commandOf(call)
    if (command === undefined) continue
    const earlier = found.get(command.command)
    found.delete(command.command)
    found.set(
      command.command,
      earlier === undefined ? command : { ...command, times: (earlier.times ?? 1) + 1 },
    )
  }
  return [...found.values()]
}

function commandOf(call: ReadCall): ObservedCommand | undefined {
  const [first, ...effects] = call.actions
  const action = first?.action
  if (action === undefined) return otherTool(call)
  if (action.type === 'delegate' || action.type === 'fetch') return delegated(call, action)
  if (action.type !== 'run') return undefined
  const command = shownCommand(action.command.replace(preamble, ''))
  if (command === '' || isLookup(action.command, effects)) return undefined
  return withEnd({ command, outcome: action.outcome }, action, call, readCheck(action.command).isCheck)
}

/** What was handed to another agent, or looked up elsewhere: `Task Review the parser`. */
function delegated({ tool, arguments: text }: ReadCall, { outcome }: Ending): ObservedCommand | undefined {
  return tool === undefined ? undefined : { command: describeCall({ name: tool, text }), outcome }
}

/** How scripts begin before they do anything. */
const preamble = /^(?:[\s\\]|set -[a-z]{1,8}(?: pipefail)?[ ;\n]|#[^\n]{0,400}\n)+/

function withEnd(
  command: ObservedCommand,
  { outcome, exitCode }: Ending,
  { answer }: ReadCall,
  isCheck: boolean,
): ObservedCommand {
  const printed = isCheck && answer !== undefined ? verdictLine(answer.text, outcome === 'failed') : undefined
  return {
    ...command,
    outcome,
    ...(outcome !== 'failed' || exitCode === undefined || exitCode === 0 ? {} : { exitCode }),
    ...(printed === undefined ? {} : { printed }),
  }
}

/** The last of the lines that the ledger shows of a check: its count or its verdict. */
function verdictLine(answer: string, hasFailed: boolean): string | undefined {
  return resultLines(commandOutput(answer), hasFailed).split('\n').at(-1) || undefined
}

/** What is left of a call is its answer. */
const isNameless = /^(?:unknown|tool|function)$/i

/** A tool that nothing is known of, with its arguments: `get_order {"id":"W123"}`. */
function otherTool(call: ReadCall): ObservedCommand | undefined {
  const { tool, arguments: text, answer } = call
  if (tool === undefined || isWaiting(tool) || (text === '' && isNameless.test(tool))) return undefined
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = graphemeCut(line, maxArgumentsLength)
  const said = shown === '' || shown === '{}' ? '' : ` ${shown}${shown.length < line.length ? ' …' : ''}`
  return withEnd({ command: `${tool}${said}`, outcome: 'unknown' }, outcomeOf(answer), call, false)
}
