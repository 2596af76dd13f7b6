/** Everything in a text that has a name: paths, identifiers, numbers, dates, errors, names, in one scan. */
import { scanEntities } from './entity/scan-entities.ts'
import type { Entity } from './entity.ts'

/** Where more words than this share begin with a capital, capitals do not mark names: German nouns, headings. */
const capitalShare = 0.12
const minWords = 12

/** In the order of where they begin. They do not overlap, but what is in quotes may hold others. */
export function entities(text: string): readonly Entity[] {
  const { found, words } = scanEntities(text)
  const names = new Set<string>()
  let singles = 0
  for (const entity of found)
    if (isSingleName(entity)) {
      names.add(entity.text)
      singles += 1
    }
  if (singles === 0) return found
  if (words >= minWords && singles > words * capitalShare)
    return found.map(entity => (isSingleName(entity) ? { ...entity, kind: 'term' } : entity))
  // The first word of a sentence is a name where it is one elsewhere.
  return found.map(entity =>
    entity.kind === 'term' && names.has(entity.text) ? { ...entity, kind: 'name' } : entity,
  )
}

function isSingleName({ kind, text }: Entity): boolean {
  return kind === 'name' && !text.includes(' ')
}
