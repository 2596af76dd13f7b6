/** Facts about files: what was done to each, what that changed, and what a tool would not do. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { fileOperations } from '../../scan/actions/file-operations.ts'
import type { Block } from '../../types.ts'
import { errorLine } from './error-line.ts'
import type { FactBook } from './fact-book.ts'
import { changesOf } from './file-changes.ts'

/** `actions`: what one call did. `call`: the block that asked for it. */
export function addFileFacts(
  book: FactBook,
  actions: readonly LocatedAction[],
  call: Block | undefined,
  isRefused: boolean,
): void {
  // A command that failed is told as a command.
  const isTool = call?.type === 'toolCall' && actions[0]?.action.type !== 'run'
  const changes = isTool ? changesOf(call) : undefined
  const { answer } = actions[0] as LocatedAction
  const failure =
    isTool && !isRefused && actions[0]?.action.outcome === 'failed'
      ? errorLine(answer?.text ?? '')
      : undefined
  for (const { message, block, action } of actions)
    for (const { operation, path } of fileOperations(action)) {
      if (action.outcome !== 'failed') {
        const names =
          operation === 'modified' || operation === 'created' ? (changes?.(path).join(', ') ?? '') : ''
        book.add(
          { message, block },
          {
            section: 'files',
            kind: action.type === 'create' ? 'wrote' : operation,
            about: path,
            by: 'assistant',
            ...(names === '' ? {} : { text: names }),
            ...(action.outcome === 'unknown' ? { isDoubtful: true } : {}),
          },
        )
      } else if (
        operation !== 'read' &&
        call?.type === 'toolCall' &&
        failure !== undefined &&
        answer !== undefined
      )
        book.add(answer, {
          section: 'errors',
          kind: 'refused',
          about: `${call.name} ${path}`,
          by: 'tool',
          text: failure,
        })
    }
}
