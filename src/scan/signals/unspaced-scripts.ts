/** Scripts that put no spaces between words, as a character class for patterns with the `v` flag. */
import { lazily } from '../../tokens/lazily.ts'

export const unspacedScripts = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'

export const isUnspaced: () => RegExp = lazily(() => new RegExp(unspacedScripts, 'v'))
