/** Names of options: one that is misspelt or in the wrong place is refused, with the name that was meant. */
import { optionError } from '../errors.ts'
import { describeValue } from '../formats/raw-value.ts'
import { isRecord } from '../tokens/json-value.ts'

/** Each name with `true`, or with the names of its group. */
export interface OptionNames {
  readonly [name: string]: true | OptionNames
}

/** All names of a type of options, so that none can be forgotten. */
export type NamesOf<Options> = { readonly [Name in keyof Options]-?: true | OptionNames }

/** Throws `invalid-option`. */
export function checkGiven(options: unknown): void {
  if (!isRecord(options))
    throw optionError(`The options are ${describeValue(options)}; they must be an object.`)
}

/** Throws `invalid-option`. A group that is not given as an object is left to its reader. */
export function checkNames(given: object, names: OptionNames): void {
  checkGiven(given)
  const [wrong] = unknownNames(given, names, [])
  if (wrong !== undefined) throw optionError(describe(wrong, names))
}

type Place = readonly string[]

function unknownNames(given: object, names: OptionNames, within: Place): readonly Place[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const known = Object.hasOwn(names, name) ? names[name] : undefined
    if (known === undefined) return [[...within, name]]
    return known !== true && isRecord(value) ? unknownNames(value, known, [...within, name]) : []
  })
}

function describe(wrong: Place, names: OptionNames): string {
  const written = wrong.join('.').slice(0, 80)
  const places = placesIn(names, [])
  const misplaced = places.filter(place => place.at(-1) === wrong.at(-1)).map(place => place.join('.'))
  if (misplaced.length > 0) return `${written} is no option here; write ${misplaced.join(' or ')}.`
  const nearest = nearestTo(wrong, places)
  return nearest === undefined
    ? `There is no option ${written}. Known: ${places.map(place => place.join('.')).join(', ')}.`
    : `There is no option ${written}; did you mean ${nearest.join('.')}?`
}

function placesIn(names: OptionNames, within: Place): readonly Place[] {
  return Object.entries(names).flatMap(([name, group]) => [
    [...within, name],
    ...(group === true ? [] : placesIn(group, [...within, name])),
  ])
}

/** Letters that may differ: a third of the name, and at most three. */
function allowedDistance(name: string): number {
  return Math.min(3, Math.ceil(name.length / 3))
}

/** The nearest by its own name; of equals, the one in the same group, then the first. */
function nearestTo(wrong: Place, places: readonly Place[]): Place | undefined {
  const name = wrong.at(-1) as string
  if (name.length > 40) return undefined
  const group = wrong.slice(0, -1).join('.')
  const similar = places
    .map(place => ({
      place,
      distance: distance(name.toLowerCase(), (place.at(-1) as string).toLowerCase()),
      isElsewhere: place.slice(0, -1).join('.') !== group,
    }))
    .filter(({ distance }) => distance <= allowedDistance(name))
    .sort(
      (one, other) => one.distance - other.distance || Number(one.isElsewhere) - Number(other.isElsewhere),
    )[0]?.place
  return similar ?? withSameWords(name, places)
}

/** `leastInformation` → `minInformation`: the only name that has half of the words, or more. */
function withSameWords(name: string, places: readonly Place[]): Place | undefined {
  const words = wordsOf(name)
  const found = places.filter(place => {
    const others = wordsOf(place.at(-1) as string)
    const shared = words.filter(word => others.includes(word)).length
    return shared > 0 && shared * 2 >= Math.max(words.length, others.length)
  })
  return found.length === 1 ? found[0] : undefined
}

/** `minTokens` → `min`, `tokens`. */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?=[A-Z])/).map(word => word.toLowerCase())
}

/** Letters to add, leave out, replace or swap with their neighbour. */
function distance(one: string, other: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          (last[column] as number) + 1,
          (current[column - 1] as number) + 1,
          (last[column - 1] as number) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] as number
}
