/** What the agent used after a cut and can only have known from before it. */
import { atomsIn, holds, indexOfAtom } from '../../measure/probes/atoms.ts'
import { agentText, heardText, messageText } from '../../scan/spoken-text.ts'
import type { TokenCounter } from '../../types.ts'
import type { Cut } from './cut.ts'

export interface Need {
  readonly atom: string
  /** Last seen outside the newest fifth of the history. */
  readonly isDeep: boolean
}

const newest = 0.2

export function needsOf({ history, future }: Cut, counter: TokenCounter): readonly Need[] {
  const lastSeen = new Map<string, number>()
  for (const [index, message] of history.entries())
    for (const atom of atomsIn(messageText(message)).keys()) lastSeen.set(atom, index)
  const firstNewest = newestFrom(history.map(message => counter.count(messageText(message))))
  const decided = new Set<string>()
  const needs: Need[] = []
  for (const message of future) {
    for (const atom of atomsIn(agentText(message)).keys()) {
      const seen = lastSeen.get(atom)
      if (seen === undefined || decided.has(atom)) continue
      decided.add(atom)
      needs.push({ atom, isDeep: seen < firstNewest })
    }
    // From here on, the agent may know it from this message.
    for (const atom of atomsIn(heardText(message)).keys()) decided.add(atom)
  }
  return needs
}

/** Index of the first message of the newest fifth, by tokens. */
function newestFrom(tokens: readonly number[]): number {
  const total = tokens.reduce((sum, count) => sum + count, 0)
  let rest = total * newest
  let index = tokens.length
  while (index > 0 && rest > 0) {
    index -= 1
    rest -= tokens[index] as number
  }
  return index
}

/** How much of what the agent will need is in a view. */
export interface FutureUse {
  readonly needs: number
  readonly visible: number
  readonly deepNeeds: number
  readonly deepVisible: number
}

export function futureUse(needs: readonly Need[], view: string): FutureUse {
  const visible = needs.filter(({ atom }) => holds(view, atom))
  return {
    needs: needs.length,
    visible: visible.length,
    deepNeeds: needs.filter(({ isDeep }) => isDeep).length,
    deepVisible: visible.filter(({ isDeep }) => isDeep).length,
  }
}

/** Characters on each side that count as near. */
const near = 120
/** Maximum number of occurrences to check, the latest first: a name that occurs everywhere is near everything. */
const maxOccurrences = 12
const minWords = 2

/** Whether an atom is in a view together with words that are near it in the original. */
export function isGrounded(atom: string, view: string, original: string): boolean {
  const places = lastPlaces(view, atom)
  if (places.length === 0) return false
  const known = new Set(lastPlaces(original, atom).flatMap(at => wordsNear(original, at, atom)))
  return places.some(
    at => new Set(wordsNear(view, at, atom).filter(word => known.has(word))).size >= minWords,
  )
}

function lastPlaces(text: string, atom: string): readonly number[] {
  const places: number[] = []
  for (let at = indexOfAtom(text, atom, 0); at >= 0; at = indexOfAtom(text, atom, at + atom.length))
    places.push(at)
  return places.slice(-maxOccurrences)
}

/** Plain words: a sequence of other names is not context. */
function wordsNear(text: string, at: number, atom: string): readonly string[] {
  const before = text.slice(Math.max(0, at - near), at)
  const after = text.slice(at + atom.length, at + atom.length + near)
  return (`${before} ${after}`.match(/[\p{L}\p{N}_]{3,}/gu) ?? [])
    .filter(word => /^\p{L}\p{Ll}*$|^\p{Lo}+$/u.test(word))
    .map(word => word.toLowerCase())
}
