/** The union of facts: each once, in the order of the conversation, however often and in whichever order it came. */
import { byTurn, type Fact } from '../ledger.ts'

export function distinctFacts(facts: readonly Fact[]): readonly Fact[] {
  const known = new Map<string, Fact>()
  for (const fact of facts) {
    const key = identity(fact)
    const twin = known.get(key)
    if (twin === undefined || isBetter(fact, twin)) known.set(key, fact)
  }
  return [...known]
    .sort(([key, one], [other, two]) => byTurn(one, two) || (key < other ? -1 : 1))
    .map(([, fact]) => fact)
}

function identity(fact: Fact): string {
  const { section, kind, about, turn, by, task, list, lines, isDoubtful, whole, goneAt } = fact
  // Whether an announced step is done depends on the other facts.
  const text = kind === 'announced' ? undefined : fact.text
  return JSON.stringify([section, kind, turn, by, about, text, task, list, lines, isDoubtful, whole, goneAt])
}

/** The one that knows where it comes from. */
function isBetter(fact: Fact, twin: Fact): boolean {
  if ((fact.source === undefined) !== (twin.source === undefined)) return fact.source !== undefined
  return fact.order < twin.order
}
