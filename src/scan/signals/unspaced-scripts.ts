/** Scripts that put no spaces between words, as a character class for patterns with the `v` flag. */
export const unspacedScripts = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'
