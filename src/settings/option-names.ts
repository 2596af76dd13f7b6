/** Names of options: a misspelt or misplaced one is refused, with the name that was probably meant. */
import { optionError } from '../errors.ts'
import { describeValue } from '../formats/raw-value.ts'
import { isRecord } from '../tokens/json-value.ts'
import { nearestName } from './nearest-name.ts'

/** Each name with `true`, or with the names of its group. */
export interface OptionNames {
  readonly [name: string]: true | OptionNames
}

/** All names of a type of options; the compiler requires each of them. */
export type NamesOf<Options> = { readonly [Name in keyof Options]-?: true | OptionNames }

/** Throws `invalid-option`. */
export function checkGiven(options: unknown): void {
  if (!isRecord(options))
    throw optionError(`The options are ${describeValue(options)}; they must be an object.`)
}

/** Throws `invalid-option`. A group that is not an object is checked where it is read. */
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
    ? `There is no option ${written}. Known: ${namesBeside(wrong, names).join(', ')}.`
    : `There is no option ${written}; did you mean ${nearest.join('.')}?`
}

function placesIn(names: OptionNames, within: Place): readonly Place[] {
  return Object.entries(names).flatMap(([name, group]) => [
    [...within, name],
    ...(group === true ? [] : placesIn(group, [...within, name])),
  ])
}

/** The names of the group that it was given in. */
function namesBeside(wrong: Place, names: OptionNames): readonly string[] {
  const group = wrong.slice(0, -1)
  const known = group.reduce<OptionNames>((inner, name) => inner[name] as OptionNames, names)
  return Object.keys(known).map(name => [...group, name].join('.'))
}

/** The nearest name, preferably in the same group. */
function nearestTo(wrong: Place, places: readonly Place[]): Place | undefined {
  const group = wrong.slice(0, -1).join('.')
  const isBeside = (place: Place): boolean => place.slice(0, -1).join('.') === group
  const sorted = [...places].sort((one, other) => Number(isBeside(other)) - Number(isBeside(one)))
  const nearest = nearestName(
    wrong.at(-1) as string,
    sorted.map(place => place.at(-1) as string),
  )
  return sorted.find(place => place.at(-1) === nearest)
}
