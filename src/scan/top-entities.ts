/** The few entities of a text that its summary names: rare and telling ones first, no kind crowding out the others. */
import { entities } from './entities.ts'
import type { Entity, EntityKind } from './entity.ts'

/** 0: facts that cannot be guessed. 1: who and what. 2: words that only place the text. */
const rankOf: Readonly<Record<EntityKind, number>> = {
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

/** Longer ones cost more than they tell. */
const longestText = 60
/** Before others had their turn, one kind gets so much of the list. */
const shareOfKind = 0.4

/** How many entities a summary of a text of this length names: one for 200 characters, 3 to 15. */
export function entityCount(length: number): number {
  return Math.min(15, Math.max(3, Math.round(length / 200)))
}

interface Candidate extends Entity {
  times: number
}

/** The best `count` entities, each once: by kind, then the rarer ones, then in the order of the text. */
export function topEntities(
  text: string,
  count: number = entityCount(text.length),
  found: readonly Entity[] = entities(text),
): readonly string[] {
  const candidates = new Map<string, Candidate>()
  for (const entity of found) {
    const known = candidates.get(entity.text)
    if (known !== undefined) known.times += 1
    else if (entity.text.length <= longestText) candidates.set(entity.text, { ...entity, times: 1 })
  }
  const ranked = [...candidates.values()].sort(
    (one, two) => rankOf[one.kind] - rankOf[two.kind] || one.times - two.times || one.start - two.start,
  )
  return spread(ranked, count).map(entity => entity.text)
}

/** The first `count` in rank, but of one kind only its share while others wait. */
function spread(ranked: readonly Candidate[], count: number): readonly Candidate[] {
  const share = Math.max(1, Math.ceil(count * shareOfKind))
  const taken = new Map<EntityKind, number>()
  const within = new Set(
    ranked.filter(({ kind }) => {
      taken.set(kind, (taken.get(kind) ?? 0) + 1)
      return (taken.get(kind) ?? 0) <= share
    }),
  )
  const first = [...within].slice(0, count)
  const rest = ranked.filter(candidate => !within.has(candidate)).slice(0, count - first.length)
  const chosen = new Set([...first, ...rest])
  return ranked.filter(candidate => chosen.has(candidate))
}
