/** Finds what was added under the same keys, with bounded work however many share a key. */
import { bestOf } from './best-of.ts'

/** How many of the newest owners of one key are looked at. */
const reach = 16

/** How many candidates one search returns. */
const mostCandidates = 8

export interface BandIndex {
  add(keys: Uint32Array, owner: number): void
  /** The owners that share the rarest keys and the most of them, best first. */
  candidates(keys: Uint32Array): readonly number[]
}

export function bandIndex(): BandIndex {
  /** For each key the newest entry; entries of one key are chained from newest to oldest. */
  const newest = new Map<number, number>()
  const owners: number[] = []
  const older: number[] = []
  /** How many entries the key had when this one was added. */
  const crowd: number[] = []

  return {
    add(keys, owner) {
      for (const key of keys) {
        const before = newest.get(key)
        newest.set(key, owners.length)
        owners.push(owner)
        older.push(before ?? -1)
        crowd.push(before === undefined ? 1 : (crowd[before] ?? 0) + 1)
      }
    },
    candidates(keys) {
      const votes = new Map<number, number>()
      for (const key of keys) {
        const first = newest.get(key)
        if (first === undefined) continue
        // A key that everybody has says nothing about two of them.
        const vote = 1 / (crowd[first] ?? 1)
        let entry = first
        for (let step = 0; step < reach && entry >= 0; step += 1) {
          const owner = owners[entry] ?? 0
          votes.set(owner, (votes.get(owner) ?? 0) + vote)
          entry = older[entry] ?? -1
        }
      }
      return bestOf(votes, mostCandidates, ([, vote]) => vote).map(([owner]) => owner)
    },
  }
}
