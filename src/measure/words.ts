/** The words a text uses, for comparing what two texts speak of. */
import { identifiersIn } from './identifiers.ts'

/** Written without spaces between words. */
const unspaced = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'
const spacedWord = `[[\\p{L}\\p{M}]--${unspaced}]{3,}`
const pattern = new RegExp(`${spacedWord}|${unspaced}+`, 'gv')
const isUnspaced = new RegExp(`^${unspaced}`, 'v')

/** Words of three letters and more in lower case, pairs of neighbours where a script has no spaces, and identifiers. */
export function wordsIn(text: string): Set<string> {
  const words = identifiersIn(text)
  for (const [run] of text.matchAll(pattern)) {
    if (isUnspaced.test(run)) for (const pair of pairs(run)) words.add(pair)
    else words.add(run.toLowerCase())
  }
  return words
}

/** `数据库` → `数据`, `据库`. */
function* pairs(run: string): Generator<string> {
  let before = ''
  for (const sign of run) {
    if (before !== '') yield before + sign
    before = sign
  }
}
