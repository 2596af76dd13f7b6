/** Calls that were only mistyped: they failed or found nothing, and nearly the same call worked right after it. */
import { commandOf } from '../../../scan/actions/call-command.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { foundNothing } from '../../../scan/actions/found-nothing.ts'
import { isReadOnly } from '../../../scan/actions/is-read-only.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import type { Message, ToolCallBlock, ToolResultBlock } from '../../../types.ts'

/** The retry is among the calls of so many next messages with calls. */
const maxAfter = 2
/** From this share of the same words on, a call is nearly the same. */
const minShared = 0.6
/** The output of a program that did not understand its arguments. */
const usageError =
  /\b(?:syntax error|parse error|unexpected (?:token|argument|end)|(?:unknown|invalid|unrecogni[sz]ed|illegal) (?:option|flag|argument|field|command|json field)|no such (?:option|file)|no matches found|command not found|usage:)/i
/** What is read of an output. */
const edge = 1000

export function mistypedCalls(
  messages: readonly Message[],
  results: ReadonlyMap<string, ToolResultBlock>,
): ReadonlySet<string> {
  const steps = messages
    .map(({ blocks }) => blocks.filter(block => block.type === 'toolCall'))
    .filter(({ length }) => length > 0)
  const mistyped = new Set<string>()
  steps.forEach((calls, at) => {
    for (const call of calls) {
      const result = results.get(call.callId)
      const isEmpty = isFoundEmpty(result)
      if (!isEmpty && !isMisused(call, result)) continue
      const said = wordsOf(call)
      const later = steps.slice(at + 1, at + 1 + maxAfter).flat()
      const isRetried = later.some(
        other =>
          other.name === call.name &&
          hasWorked(results.get(other.callId)) &&
          isRetry(said, wordsOf(other), isEmpty),
      )
      if (isRetried) mistyped.add(call.callId)
    }
  })
  return mistyped
}

function isFoundEmpty(result: ToolResultBlock | undefined): boolean {
  if (result === undefined || result.text.length > edge) return false
  return foundNothing(commandOutput(result.text)) !== ''
}

function isMisused(call: ToolCallBlock, result: ToolResultBlock | undefined): boolean {
  if (result === undefined || outcomeOf(result).outcome !== 'failed') return false
  return isReadOnly(call) || usageError.test(result.text.slice(0, edge))
}

function hasWorked(result: ToolResultBlock | undefined): boolean {
  if (result === undefined || isFoundEmpty(result)) return false
  const { outcome } = outcomeOf(result)
  return outcome === 'ok' || outcome === 'finished'
}

function wordsOf(call: ToolCallBlock): readonly string[] {
  return (commandOf(call) ?? call.text).match(/\w+/g) ?? []
}

/** That nothing was found elsewhere says something: only signs may differ then. */
function isRetry(said: readonly string[], other: readonly string[], isEmpty: boolean): boolean {
  if (isEmpty) return said.join(' ') === other.join(' ')
  const [words, others] = [new Set(said), new Set(other)]
  return words.intersection(others).size >= minShared * Math.max(words.size, others.size)
}
