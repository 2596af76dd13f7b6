/** The calls whose outcome the head of a view shows. */
import type { Section } from '../read/candidate.ts'

/**
 * Their identifiers, without that of the last call: behind the words that announce it, it shows that it was made. `numbers`: of each
 * message; `checkedBy`: the numbers of the results that the head is based on.
 */
export function answersInHead(
  sections: readonly Section[],
  numbers: readonly number[],
  checkedBy: ReadonlySet<number>,
): ReadonlySet<string> {
  return new Set(
    sections.flatMap(({ message, author, callId }, at) => {
      // With several results in one message, the number does not say which one.
      const isAlone = sections[at - 1]?.message !== message && sections[at + 1]?.message !== message
      const isShown = author === 'tools' && isAlone && checkedBy.has(numbers[message] ?? 0)
      return isShown && at < sections.length - 1 && callId !== undefined ? [callId] : []
    }),
  )
}
