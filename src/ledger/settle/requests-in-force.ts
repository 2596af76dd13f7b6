/** What was asked for, without requests that the user took back with the next message. */
import { isAcknowledgement } from '../../scan/acknowledgement.ts'
import { isWithdrawal } from '../../scan/withdrawal.ts'
import type { Fact } from '../ledger.ts'

/** Facts in order. Of the request before the one that was taken back a ledger may know only the words. */
export function requestsInForce(intent: readonly Fact[], talk: readonly Fact[]): readonly Fact[] {
  const typed = talk.filter(({ kind }) => kind === 'typed')
  const withdrawing = new Set(typed.flatMap(({ about, turn }) => (isWithdrawal(about) ? [turn] : [])))
  if (withdrawing.size === 0) return intent
  const turns = [...new Set([...intent, ...talk].map(({ turn }) => turn))].sort((one, other) => one - other)
  const withdrawn = turns.filter((_, at) => withdrawing.has(turns[at + 1] ?? -1))
  const gone = withdrawing.union(new Set(withdrawn))
  const inForce = intent.filter(({ turn }) => !gone.has(turn))
  const last = typed.findLast(({ turn, about }) => !gone.has(turn) && !isAcknowledgement(about))
  if (last === undefined || (inForce.at(-1)?.turn ?? -1) >= last.turn) return inForce
  const { text: _, ...words } = last
  return [...inForce, { ...words, section: 'intent', kind: 'asked' }]
}
