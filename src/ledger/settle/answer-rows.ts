/** What the user replied to a question of the agent: a decision, with the question beside it. */
import type { Fact, Row } from '../ledger.ts'
import { isReply } from './is-reply.ts'
import { rowOf } from './row-of.ts'

export interface Answers {
  readonly rows: readonly Row[]
  /** Sentences that the replies say anyway. */
  readonly absorbed: ReadonlySet<Fact>
}

/** `decisions`, `questions`: the facts of these sections, in order. Replies to anything else are kept, not shown. */
export function answerRows(decisions: readonly Fact[], questions: readonly Fact[]): Answers {
  const asked = new Map(questions.map(question => [question.turn, question]))
  const said = Map.groupBy(
    decisions.filter(({ kind, by }) => kind === 'said' && by === 'user'),
    ({ turn }) => turn,
  )
  const absorbed = new Set<Fact>()
  const rows: Row[] = []
  for (const answer of decisions) {
    if (answer.kind !== 'answered') continue
    const { about, turn } = answer
    const question = asked.get(turn - 1)
    const same = (said.get(turn) ?? []).filter(fact => about.includes(fact.about))
    // A rendering that was read back holds it already.
    const isTold = same.some(({ text }) => text?.endsWith('?'))
    const words = { section: 'decisions', key: `answer ${turn}`, value: about }
    if (question === undefined || isTold || !isReply(about, question.about))
      rows.push(rowOf({ ...words, state: 'hidden' }, [answer]))
    else {
      for (const fact of same) absorbed.add(fact)
      rows.push({
        ...rowOf({ ...words, state: '', note: question.about }, [answer]),
        facts: [question, answer, ...same],
      })
    }
  }
  return { rows, absorbed }
}
