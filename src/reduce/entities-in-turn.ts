/** Shares the entities of a text out among its sentences or lines. */
import type { Entity } from '../scan/entity.ts'

const none: readonly Entity[] = []

/** Hands out entities in their order: each call those that begin before `end`. */
export function entitiesInTurn(found: readonly Entity[]): (end: number) => readonly Entity[] {
  let first = 0
  return end => {
    let last = first
    while (last < found.length && (found[last]?.start ?? end) < end) last += 1
    const taken = first === last ? none : found.slice(first, last)
    first = last
    return taken
  }
}
