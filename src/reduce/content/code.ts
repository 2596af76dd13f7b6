/** Source code: signatures before bodies, every body under its signature. */
import { codeLine, markdownOnly, settingLine } from '../../scan/kind/content-lines.ts'
import { both, minShare, not } from '../../scan/kind/kind-tests.ts'
import { codeParts } from './code/code-parts.ts'
import { languageOfLines, languageOfName } from './code/language-of.ts'
import type { Content } from './content.ts'
import { piecesOf } from './parts.ts'

export const code: Content = {
  name: 'code',
  detectors: [
    {
      rank: 10,
      why: 'a file as agents show it: every line behind its number',
      test: ({ isNumbered }) => isNumbered,
    },
    {
      rank: 190,
      why: 'mostly statements, and nothing that only markdown has',
      test: both(minShare(0.5, codeLine, 2), not(minShare(0.04, markdownOnly))),
    },
    { rank: 210, why: 'many statements', test: minShare(0.4, codeLine, 2) },
    { rank: 220, why: 'settings: key and value a line', test: minShare(0.8, settingLine, 3) },
  ],
  fits: ({ source: { kind } }) => kind === 'code',
  pieces(text, { path }) {
    const lines = text.split('\n')
    const language = (path === undefined ? undefined : languageOfName(path)) ?? languageOfLines(lines)
    return piecesOf(text, lines, codeParts(lines, language))
  },
}
