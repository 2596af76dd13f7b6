/** The union of facts: each once, in the order of the conversation, however often and in whichever order it came. */
import { byTurn, type Fact } from '../ledger.ts'

/** `facts`: of one section. */
export function distinctFacts(facts: readonly Fact[]): readonly Fact[] {
  const distinct: Fact[] = []
  // What a fact is called by is long: only facts of the same message can be the same.
  for (const own of Map.groupBy(facts, ({ turn }) => turn).values())
    if (own.length === 1) distinct.push(own[0] as Fact)
    else distinct.push(...withoutTwins(own))
  return distinct.sort((one, other) => byTurn(one, other) || (identity(one) < identity(other) ? -1 : 1))
}

function withoutTwins(facts: readonly Fact[]): Iterable<Fact> {
  if (new Set(facts.map(({ about }) => about)).size === facts.length) return facts
  const known = new Map<string, Fact>()
  for (const fact of facts) {
    const key = identity(fact)
    const twin = known.get(key)
    if (twin === undefined || isBetter(fact, twin)) known.set(key, fact)
  }
  return known.values()
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
