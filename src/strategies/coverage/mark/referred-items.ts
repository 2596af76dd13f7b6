/** Sentences that name an option of the same answer by its number: `I prefer option 1` makes no sense without it. */
import { choosableItems } from './choosable-items.ts'

const reference = /\b(?:option|approach|alternative|variante?|opción) #?(\d{1,2})(?!\w)/i

/** Each such line with the item, which is above it. */
export function referredItems(lines: readonly string[]): readonly (readonly [line: number, item: number])[] {
  const items = choosableItems(() => lines)
  const found = new Map<string, number | undefined>()
  const itemOf = (number: string): number | undefined => {
    if (!found.has(number)) found.set(number, items.byEveryNumber([{ number, isItem: true }])[0])
    return found.get(number)
  }
  return lines.flatMap((line, at) => {
    const number = reference.exec(line)?.[1]
    const item = number === undefined ? undefined : itemOf(number)
    return item === undefined || item >= at ? [] : [[at, item] as const]
  })
}
