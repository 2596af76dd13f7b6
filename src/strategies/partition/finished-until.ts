/** Up to where a session is done with: the last task that was finished, commit that was made, or turn that ended. */

import { actionsIn, type LocatedAction } from '../../scan/actions/actions-in.ts'
import { gitStatements } from '../../scan/actions/git-statements.ts'
import { shellCommands } from '../../scan/actions/shell/shell-commands.ts'
import { typedTexts } from '../../scan/speakers/typed-texts.ts'
import type { Message } from '../../types.ts'

/** The index of the first message of what is under way. */
export function finishedUntil(messages: readonly Message[]): number {
  const turn = messages.findLastIndex(
    ({ role, blocks }, message) =>
      role === 'user' && blocks.some((_, block) => typedTexts(messages, { message, block }).length > 0),
  )
  let until = Math.max(0, turn)
  let done = 0
  for (const located of actionsIn(messages)) {
    const { action, message, answer } = located
    const end = (answer?.message ?? message) + 1
    if (action.type === 'todo') {
      const now = action.items.filter(({ state }) => state === 'done').length
      if (now > (action.isWhole ? done : 0)) until = Math.max(until, end)
      if (action.isWhole) done = now
    } else if (isCommit(located)) until = Math.max(until, end)
  }
  return until
}

function isCommit({ action, answer }: LocatedAction): boolean {
  if (action.type !== 'run' || action.outcome === 'failed' || !action.command.includes('commit')) return false
  return gitStatements(shellCommands(action.command), answer?.text ?? '', action.outcome === 'ok').some(
    ({ about, kind }) => about === 'last commit' || kind === 'committed',
  )
}
