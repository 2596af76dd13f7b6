/** The entity index of utterances, as the planner builds it from its candidates. */
import { type AgedText, type EntityIndex, EntityIndexBuilder } from '../src/measure/entity-index.ts'
import { termsOf } from '../src/measure/term-list.ts'

export interface Said extends AgedText {
  /** Index of an earlier utterance with the same text: what it names is known. */
  readonly same?: number | undefined
}

export function entityIndexOf(utterances: Iterable<Said>): EntityIndex {
  const builder = new EntityIndexBuilder()
  for (const { text, author, age, same } of utterances)
    if (same === undefined) builder.add(author, age, termsOf(text))
    else builder.addSame(author, age, same)
  return builder.index()
}
