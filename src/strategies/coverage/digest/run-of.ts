/** A command that came to an end, as one run of it. */
import { argumentsOf } from '../../../scan/actions/call-arguments.ts'
import { commandOf, directoryOf } from '../../../scan/actions/call-command.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import type { ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import type { Run } from './earlier-runs.ts'
import { resultVerdict } from './result-verdict.ts'
import { shortCommand } from './short-command.ts'

/** `undefined` for other calls. */
export function runOf(
  call: ToolCallBlock,
  result: ToolResultBlock | undefined,
  named: Pick<Run, 'line' | 'message' | 'outcome' | 'isCheck'>,
): Run | undefined {
  const command = commandOf(call)
  if (command === undefined || result === undefined) return undefined
  const { outcome } = outcomeOf(result)
  if (outcome === 'rejected' || outcome === 'unknown') return undefined
  return {
    ...named,
    command,
    key: `${directoryOf(argumentsOf(call)) ?? ''}\n${shortCommand(command, '')}`,
    hasFailed: outcome === 'failed' || (named.isCheck && resultVerdict(result.text) === 'failed'),
  }
}
