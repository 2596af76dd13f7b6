/** The few entities and denials of a text that its summary names: rare ones first, no kind crowding out the others. */
import { denials } from './denials.ts'
import { entities } from './entities.ts'
import type { Entity, EntityKind } from './entity.ts'

/** `not use rebase`: what is denied is as easily lost as a name, and worse. */
type CandidateKind = EntityKind | 'denial'

/** 0: facts that cannot be guessed. 1: who and what. 2: words that only place the text. */
const rankOf: Readonly<Record<CandidateKind, number>> = {
  denial: 0,
  error: 0,
  id: 0,
  issue: 0,
  path: 0,
  file: 0,
  identifier: 0,
  url: 0,
  email: 0,
  address: 0,
  port: 0,
  version: 0,
  date: 0,
  quantity: 0,
  number: 0,
  quoted: 1,
  name: 1,
  hash: 2,
  time: 2,
  abbreviation: 2,
  term: 2,
}

/** Longer ones cost more than they are worth; a URL is kept whole or left out. */
const maxTextLength = 60
const maxAddressLength = 120

/** How many entities a summary of a text of this length names: one for 200 characters, 3 to 15; one for 80 where many are wanted. */
export function entityCount(length: number, isMany = false): number {
  if (isMany) return Math.max(3, Math.round(length / 80))
  return Math.min(15, Math.max(3, Math.round(length / 200)))
}

interface Candidate {
  readonly kind: CandidateKind
  readonly text: string
  readonly start: number
  times: number
}

/**
 * The best `count` entities, each once: by rank, then the rarer ones, then in the order of the text. Kinds take turns,
 * the one with the fewest entities first. What is in `said` is shown already.
 */
export function topEntities(
  text: string,
  count: number = entityCount(text.length),
  found: readonly Entity[] = entities(text),
  said = '',
): readonly string[] {
  const candidates = new Map<string, Candidate>()
  const add = (kind: CandidateKind, spelling: string, start: number): void => {
    const known = candidates.get(spelling)
    if (known !== undefined) known.times += 1
    else if (spelling.length <= (kind === 'url' ? maxAddressLength : maxTextLength))
      candidates.set(spelling, { kind, text: spelling, start, times: 1 })
  }
  for (const entity of found) add(entity.kind, entity.text, entity.start)
  for (const { start, end } of denials(text)) add('denial', text.slice(start, end), start)
  const chosen: Candidate[] = []
  for (const kinds of kindsByRank(candidates.values()))
    if (chosen.length < count) takeInTurn(kinds, count, said, chosen)
  return chosen
    .sort((one, two) => rankOf[one.kind] - rankOf[two.kind] || one.times - two.times || one.start - two.start)
    .map(entity => entity.text)
}

/** For each rank the candidates of each kind, smallest kind first. */
function kindsByRank(candidates: Iterable<Candidate>): readonly (readonly Candidate[])[][] {
  const ranks: Map<CandidateKind, Candidate[]>[] = [new Map(), new Map(), new Map()]
  for (const candidate of candidates) {
    const kinds = ranks[rankOf[candidate.kind]]
    const known = kinds?.get(candidate.kind)
    if (known === undefined) kinds?.set(candidate.kind, [candidate])
    else known.push(candidate)
  }
  return ranks.map(kinds => [...kinds.values()].sort((one, two) => one.length - two.length))
}

/** One of each kind, rare ones first, then another of each, until there are `count` or none are left. */
function takeInTurn(
  kinds: readonly (readonly Candidate[])[],
  count: number,
  said: string,
  chosen: Candidate[],
): void {
  const waiting = kinds.map(kind => kind.toSorted((one, two) => one.times - two.times).values())
  for (let left = waiting; left.length > 0 && chosen.length < count; )
    left = left.filter(kind => {
      if (chosen.length >= count) return false
      const next = kind.find(({ text }) => !said.includes(text))
      if (next !== undefined) chosen.push(next)
      return next !== undefined
    })
}
