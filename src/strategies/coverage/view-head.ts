/** The lines at the head of a view by coverage that say the state of the work. */
import type { DigestSpan } from '../../view/digests.ts'
import { sessionLedger } from '../../view/session-ledger.ts'
import type { ViewContext } from '../../view/view-context.ts'
import { type PresentInput, type PresentLines, presentLines } from './present-lines.ts'
import { stateLine } from './state-line.ts'
import { type TaskTitles, taskTitles } from './task-titles.ts'

export interface ViewHead extends Pick<PresentLines, 'checkedBy' | 'isRooted'> {
  /** The digest that it is part of. */
  readonly digest: number
  readonly text: string
  readonly tasks: TaskTitles
}

/** With less room nothing is said of it. */
const minTokens = 40

/** In the first digest; `undefined` where there is no room or nothing to say. */
export function viewHead(
  { conversation, known, numbers }: ViewContext,
  digests: readonly DigestSpan[],
  room: number,
  form: Pick<PresentInput, 'root' | 'withReads' | 'withNames'>,
): ViewHead | undefined {
  if (room < minTokens || digests.length === 0) return undefined
  const session = sessionLedger(conversation, { views: known.earlier ?? [], isFresh: false })
  const { rows } = session.before(conversation.messages.length)
  const { lines, ...said } = presentLines({
    rows,
    numberOf: turn => turn + 1,
    counter: conversation.counters.counter,
    room,
    ...form,
  })
  if (lines.length === 0) return undefined
  return {
    digest: 0,
    text: [stateLine(conversation.messages, numbers), ...lines].join('\n'),
    tasks: taskTitles(rows),
    ...said,
  }
}
