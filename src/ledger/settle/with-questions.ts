/** Decisions of the agent without a reason, with the question of the user that they answer. */
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import type { Fact, Row } from '../ledger.ts'

const longest = 300

/** `rows`: of decisions, in order. `talk`: in order. */
export function withQuestions(rows: readonly Row[], talk: readonly Fact[]): readonly Row[] {
  const typed = talk.filter(({ kind }) => kind === 'typed')
  let next = 0
  return rows.map(row => {
    while (next < typed.length && (typed[next] as Fact).turn < row.first) next += 1
    const asked = typed[next - 1]?.about.trim() ?? ''
    const isQuestion = /[?？]$/.test(asked) && asked.length <= longest
    const needsReason =
      row.by === 'assistant' && row.note === undefined && !sessionSignalsIn(row.value).includes('reason')
    return needsReason && isQuestion ? { ...row, note: asked } : row
  })
}
