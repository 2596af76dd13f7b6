/** Facts about entities in few words. */
import { type TermKind, termKinds } from '../../../../src/scan/terms.ts'
import type { Facts } from '../../../../src/strategies/coverage/weigh/likelihood.ts'

export interface Entity {
  readonly kind?: TermKind
  /** How often it was said and how many steps ago: by the user, in words, in calls, by tools. */
  readonly user?: readonly [number, number]
  readonly words?: readonly [number, number]
  readonly calls?: readonly [number, number]
  readonly tools?: readonly [number, number]
}

const never = 0x7fffffff

export function factsOf(entities: readonly Entity[]): Facts {
  const byAuthor = entities.flatMap(({ user, words, calls, tools }) => [user, words, calls, tools])
  return {
    size: entities.length,
    kinds: entities.map(({ kind = 'word' }) => termKinds.indexOf(kind)),
    counts: byAuthor.map(said => said?.[0] ?? 0),
    ages: byAuthor.map(said => said?.[1] ?? never),
  }
}
