/** The name that an unknown one probably means: `budgt` → `budget`. */
import { describeValue } from '../formats/raw-value.ts'

const maxLength = 40
/** Too many names share a shorter beginning. */
const minBeginning = 4

/** Among equally near names, the first. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  if (wrong.length > maxLength) return undefined
  const written = wrong.toLowerCase()
  const [nearest] = names
    .map(name => ({ name, letters: distance(written, name.toLowerCase()) }))
    .filter(({ letters }) => letters <= allowedDistance(wrong))
    .sort((one, other) => one.letters - other.letters)
  return nearest?.name ?? beginningWith(written, names) ?? withSameWords(wrong, names)
}

/** `"covrage"; did you mean "coverage"?`, or all names where none is near. */
export function unknownName(wrong: unknown, names: readonly string[]): string {
  const nearest = typeof wrong === 'string' ? nearestName(wrong, names) : undefined
  const written = describeValue(wrong)
  return nearest === undefined
    ? `${written}. Known: ${names.join(', ')}.`
    : `${written}; did you mean ${JSON.stringify(nearest)}?`
}

/** How many letters may differ: a third of the name, at most three. */
function allowedDistance(name: string): number {
  return Math.min(3, Math.ceil(name.length / 3))
}

/** `fuzzy` → `fuzzyDedup`. */
function beginningWith(written: string, names: readonly string[]): string | undefined {
  return written.length < minBeginning
    ? undefined
    : names.find(name => name.toLowerCase().startsWith(written))
}

/** `leastInformation` → `minInformation`: the only name with at least half of the words. */
function withSameWords(wrong: string, names: readonly string[]): string | undefined {
  const words = wordsOf(wrong)
  const found = names.filter(name => {
    const others = wordsOf(name)
    const shared = words.filter(word => others.includes(word)).length
    return shared > 0 && shared * 2 >= Math.max(words.length, others.length)
  })
  return found.length === 1 ? found[0] : undefined
}

/** `minTokens` → `min`, `tokens`. */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?=[A-Z])/).map(word => word.toLowerCase())
}

/** Edit distance: letters to add, remove, replace or swap with their neighbour. */
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
