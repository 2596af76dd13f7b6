/** What a model wrote about a session, as a ledger of its own: merged like any other, and never taken for somebody's words. */
import type { LedgerProse } from '../models/model.ts'
import type { Fact, Ledger } from './ledger.ts'
import { buildLedger } from './settle/build-ledger.ts'

/** `turns`: how many messages it was written after. The prose has been judged. */
export function proseLedger(prose: LedgerProse, turns: number): Ledger {
  const written = (section: string, about: string, order: number, text?: string): Fact => ({
    section,
    kind: 'written',
    about,
    turn: Math.max(0, turns - 1),
    order,
    by: 'assistant',
    ...(text === undefined ? {} : { text }),
  })
  return buildLedger(
    [
      ...(prose.intent === undefined ? [] : [written('intent', prose.intent, 0)]),
      ...(prose.state === undefined ? [] : [written('state', prose.state, 0)]),
      ...prose.next.map((step, order) => written('next', step, order)),
      ...prose.decisions.map(({ decision, why }, order) => written('decisions', decision, order, why)),
    ],
    { turns, custom: [], omitted: {} },
  )
}
