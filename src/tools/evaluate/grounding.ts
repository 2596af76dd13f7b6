/** Whether an atom is in a view with words that are near it in the original. */
import { indexOfAtom } from '../../measure/probes/atoms.ts'

/** Characters on each side that count as near. */
const near = 120
/** Occurrences looked at, the latest first: a name that occurs everywhere is near everything. */
const maxOccurrences = 12
const minWords = 2

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

/** Plain words: a row of other names is no context. */
function wordsNear(text: string, at: number, atom: string): readonly string[] {
  const before = text.slice(Math.max(0, at - near), at)
  const after = text.slice(at + atom.length, at + atom.length + near)
  return (`${before} ${after}`.match(/[\p{L}\p{N}_]{3,}/gu) ?? [])
    .filter(word => /^\p{L}\p{Ll}*$|^\p{Lo}+$/u.test(word))
    .map(word => word.toLowerCase())
}
