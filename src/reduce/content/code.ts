/** Source code: signatures before bodies, every body under its signature. */
import { codeLine, markdownOnly, settingLine } from '../../scan/kind/content-lines.ts'
import { both, either, minShare, not } from '../../scan/kind/kind-tests.ts'
import { piecesOf } from '../pieces/parts.ts'
import { codeParts } from './code/code-parts.ts'
import { languageOfLines, languageOfName } from './code/language-of.ts'
import type { Content, Detector } from './content.ts'

/** A file as agents show it: a number before every line. */
export const numberedCode: Detector = { name: 'code', detect: ({ isNumbered }) => isNumbered }

/** Mostly statements, without anything that occurs only in Markdown. */
export const denseCode: Detector = {
  name: 'code',
  detect: both(minShare(0.5, codeLine, 2), not(minShare(0.04, markdownOnly))),
}

export const code: Content = {
  name: 'code',
  // Many statements, or settings with a key and a value on each line.
  detect: either(minShare(0.4, codeLine, 2), minShare(0.8, settingLine, 3)),
  fits: ({ source: { kind } }) => kind === 'code',
  pieces(text, { path }) {
    const lines = text.split('\n')
    const language = (path === undefined ? undefined : languageOfName(path)) ?? languageOfLines(lines)
    return piecesOf(text, lines, codeParts(lines, language))
  },
}
