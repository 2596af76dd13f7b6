/** The words of a text that carry its content: no articles, pronouns, auxiliaries or fillers. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import { wordSet } from './vocabulary/word-set.ts'

const functionWords =
  wordSet(`a about above after again all also am an and any are as at be because been before being below between
  both but by can cannot could did do does doing down during each few for from further get got had has
  have having he her here hers him his how i if in into is it its just like me more most much my no nor
  not of off on once one only or other our out over own please said same say she should so some such than
  thanks that the their them then there these they this those though through to too under until up upon us
  very was we well were what when where whether which while who whom whose why will with within without
  would yeah yes you your okay uh um mm hmm`)

const numberOrWord = lazyPattern(String.raw`\p{N}+|\p{L}[\p{L}\p{M}\p{N}_]*`, 'gu')
const startsWithNumber = lazyPattern(String.raw`^\p{N}`, 'u')

/** In lower case, each once; at least three letters, or any number. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const found of text.match(numberOrWord(text)) ?? []) {
    const word = found.toLowerCase()
    if ((word.length >= 3 || startsWithNumber(word).test(word)) && !functionWords.has(word)) words.add(word)
  }
  return words
}
