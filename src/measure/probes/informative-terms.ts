/** The words that distinguish one sentence of a session from the others: its names and numbers, then its rarest words. */
import { contentWords } from '../../scan/content-words.ts'
import { messageText } from '../../scan/spoken-text.ts'
import { countsOf } from '../../tokens/counts-of.ts'
import type { Message } from '../../types.ts'
import { atomsIn } from './atoms.ts'

/** How many messages contain a word. */
export type Rarity = ReadonlyMap<string, number>

export function rarityOf(messages: readonly Message[]): Rarity {
  return countsOf(messages.flatMap(message => [...contentWords(messageText(message))]))
}

const minLength = 4
const maxLength = 2000

/** At most `maxTerms`, the most informative first; none that `given` contains. */
export function informativeTerms(
  text: string,
  rarity: Rarity,
  maxTerms: number,
  given = '',
): readonly string[] {
  const known = given.toLowerCase()
  const read = text.slice(0, maxLength)
  const isNew = (term: string): boolean => !known.includes(term)
  const atoms = [...atomsIn(read).keys()].map(atom => atom.toLowerCase()).filter(isNew)
  // `src/a.ts` contains `a.ts`: of two names the longer one is enough.
  const names = atoms.filter(atom => !atoms.some(other => other !== atom && other.includes(atom)))
  const words = [...contentWords(read)]
    .filter(word => word.length >= minLength && isNew(word) && !names.some(name => name.includes(word)))
    .sort((one, other) => (rarity.get(one) ?? 0) - (rarity.get(other) ?? 0))
  return [...names, ...words].slice(0, maxTerms)
}

/** The subject of a sentence that a question may reveal: its most common content word. */
export function topicOf(text: string, rarity: Rarity): string | undefined {
  let topic: string | undefined
  for (const word of contentWords(text))
    if (
      word.length >= minLength &&
      (topic === undefined || (rarity.get(word) ?? 0) > (rarity.get(topic) ?? 0))
    )
      topic = word
  return topic
}
