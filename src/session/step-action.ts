/** What a step does to what was sent before: it appends, goes back, or begins an epoch. */
import type { Epoch } from './epoch.ts'
import type { LastStep } from './kept-state.ts'
import type { SessionHistory } from './session-history.ts'
import type { StepReceipt } from './session-types.ts'
import type { ViewChoice } from './view-choice.ts'

/** Added tools change what was sent as an epoch does, and are reported as one. */
export function stepAction(
  history: SessionHistory,
  { chosen, isNew, reason, broken }: ViewChoice,
  last: LastStep | undefined,
  /** Tokens that the provider would have cached without our tools. */
  seen: number,
): Pick<StepReceipt, 'action' | 'reason'> & { readonly broken: number } {
  if (isNew) return { action: 'epoch', reason, broken }
  // The process that made the epoch may have ended before it was sent.
  if (isRepeated(history, chosen.epoch, last))
    return { action: 'epoch', reason: 'the request that began this epoch is repeated', broken }
  if (!follows(history, chosen.epoch, last)) return { action: 'rewind', reason, broken }
  const { hash, tools } = history.systemAndToolsUnder(chosen.epoch)
  const comeIn = tools.length > 0 && last !== undefined && last.systemAndTools !== hash
  return comeIn && last.systemAndTools === history.given.systemAndTools.hash
    ? {
        action: 'epoch',
        reason: 'output was shortened, and the tools that bring it back were added',
        broken: seen,
      }
    : { action: 'append', reason, broken }
}

/** Whether the last step was for the same request, and began this epoch. */
export function isRepeated(
  { chain, messages }: SessionHistory,
  epoch: Epoch,
  last: LastStep | undefined,
): boolean {
  return (
    last?.isNew === true &&
    last.epoch === epoch.name &&
    last.length === messages.length &&
    last.hash === chain.at(-1)
  )
}

/** Whether the step continues the last one: the same history, and more, in the same epoch. */
function follows({ chain }: SessionHistory, epoch: Epoch, last: LastStep | undefined): boolean {
  return last === undefined || (chain[last.length] === last.hash && epoch.name === last.epoch)
}
