/** The calls whose outcome the head of a view says. */
import type { Section } from '../read/candidate.ts'

/** By their identifiers. `numbers`: of each message; `checkedBy`: the numbers of the answers that the head goes by. */
export function answersInHead(
  sections: readonly Section[],
  numbers: readonly number[],
  checkedBy: ReadonlySet<number>,
): ReadonlySet<string> {
  return new Set(
    sections.flatMap(({ message, author, callId }, at) => {
      // Of several answers in one message the number does not say which is meant.
      const isAlone = sections[at - 1]?.message !== message && sections[at + 1]?.message !== message
      const isShown = author === 'tools' && isAlone && checkedBy.has(numbers[message] ?? 0)
      return isShown && callId !== undefined ? [callId] : []
    }),
  )
}
