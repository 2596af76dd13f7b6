/** Chinese and Japanese in fewer characters, phrase by phrase, each kept only where it makes its sentence cheaper. */
import { sentences } from '../../../scan/sentences.ts'
import type { TokenCounter } from '../../../types.ts'
import { chinesePhrases, japanesePhrases } from './east-asian-phrases.ts'
import { type NotationLevel, reaches } from './notation.ts'

export interface EastAsianTable {
  readonly pattern: RegExp
  readonly shorter: ReadonlyMap<string, string>
}

const levels: readonly NotationLevel[] = ['light', 'medium', 'ultra']

export function eastAsianTable(language: 'zh' | 'ja', level: NotationLevel): EastAsianTable {
  const phrases = language === 'zh' ? chinesePhrases : japanesePhrases
  const shorter = new Map(
    levels.filter(least => reaches(level, least)).flatMap(least => Object.entries(phrases[least])),
  )
  const longestFirst = [...shorter.keys()].sort((one, other) => other.length - one.length)
  return { pattern: new RegExp(longestFirst.join('|'), 'g'), shorter }
}

/** Longer sentences are no sentences: they stay. */
const longest = 600

export function shorterEastAsian(
  paragraph: string,
  isFrozen: (at: number) => boolean,
  { pattern, shorter }: EastAsianTable,
  counter: TokenCounter,
): string {
  return sentences(paragraph)
    .map(({ start, end }) => {
      const sentence = paragraph.slice(start, end)
      if (sentence.length > longest) return sentence
      let made = sentence
      let tokens = counter.count(made)
      // From the end on, so that the places of the others stay true.
      for (const { 0: phrase, index } of [...sentence.matchAll(pattern)].reverse()) {
        if (isBound(sentence, index, phrase, at => isFrozen(start + at))) continue
        const changed =
          made.slice(0, index) + (shorter.get(phrase) ?? phrase) + made.slice(index + phrase.length)
        const cost = counter.count(changed)
        if (cost >= tokens || changed.trim() === '') continue
        made = changed
        tokens = cost
      }
      return made
    })
    .join('')
}

/** 目的 is a word; 的 between a Latin word or a number and something else joins no two words of one name. */
function isBound(sentence: string, at: number, phrase: string, isFrozen: (at: number) => boolean): boolean {
  for (let place = at; place < at + phrase.length; place += 1) if (isFrozen(place)) return true
  if (phrase !== '的') return false
  return (
    /[目有标真是似]/.test(sentence.charAt(at - 1)) ||
    !/\p{sc=Han}/u.test(sentence.charAt(at - 1)) ||
    !/\p{sc=Han}/u.test(sentence.charAt(at + 1))
  )
}
