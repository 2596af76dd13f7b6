/** Source code: signatures before bodies, every body under its signature. */
import { codeParts } from './code/code-parts.ts'
import type { LanguageName } from './code/language.ts'
import { languageOfLines, languageOfName } from './code/language-of.ts'
import type { SignatureReader } from './code/signature.ts'
import type { Content } from './content.ts'
import { piecesOf } from './parts.ts'

/** Readers that know a language better than its line heads tell. */
export type SignatureReaders = Readonly<Partial<Record<LanguageName, SignatureReader>>>

export function codeContent(readers: SignatureReaders = {}): Content {
  return {
    name: 'code',
    fits: (_, { kind }) => kind === 'code',
    pieces(text, { path }) {
      const lines = text.split('\n')
      const language = (path === undefined ? undefined : languageOfName(path)) ?? languageOfLines(lines)
      return piecesOf(lines, codeParts(lines, language, readers[language.name]))
    },
  }
}

export const code: Content = codeContent()
