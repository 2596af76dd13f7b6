/** The words a text uses, for comparing what two texts speak of. */
import { unspacedScripts } from '../../scan/signals/unspaced-scripts.ts'
import { identifiersIn } from './identifiers.ts'

const spacedWord = `[[\\p{L}\\p{M}]--${unspacedScripts}]{3,}`
const pattern = new RegExp(`${spacedWord}|${unspacedScripts}+`, 'gv')
const isUnspaced = new RegExp(`^${unspacedScripts}`, 'v')

/** Words of three letters and more in lower case, pairs of neighbours where a script has no spaces, and identifiers. */
export function wordsIn(text: string, identifiers: ReadonlySet<string> = identifiersIn(text)): Set<string> {
  const words = new Set(identifiers)
  for (const run of text.toLowerCase().match(pattern) ?? [])
    if (isUnspaced.test(run)) for (const pair of pairs(run)) words.add(pair)
    else words.add(run)
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
