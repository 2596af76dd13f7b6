/** One codebook for the texts of a workspace, built at once or extended as texts come. */
import { exactCounter, memoCounter } from '../../tokens/tokens.ts'
import type { TokenCounter } from '../../types.ts'
import { bookFor } from './book-for.ts'
import { type Codebook, checkCodebook, emptyCodebook } from './codebook.ts'
import { isEncoded } from './encode-text.ts'

export interface CodebookOptions {
  /** @default the exact one for o200k_base */
  readonly counter?: TokenCounter
  /** The root folder, to be written as `$WS`. */
  readonly workspace?: string
}

/** Only what saves more than its own line in the file is entered. Encoded texts teach nothing: they are left out. */
export function buildCodebook(texts: readonly string[], options: CodebookOptions = {}): Codebook {
  return extendCodebook(emptyCodebook, texts, options)
}

/** The book with entries added at its end, so that whatever was encoded with it is still decoded; itself where none pays. */
export function extendCodebook(
  book: Codebook,
  texts: readonly string[],
  { counter = exactCounter(), workspace }: CodebookOptions = {},
): Codebook {
  const originals = texts.filter(text => !isEncoded(text))
  const extended = bookFor(originals.join('\n'), {
    counter: memoCounter(counter),
    techniques: new Set(['dictionary', 'paths', 'addresses']),
    legendLine: (code, phrase) => `    ${JSON.stringify(code)}: ${JSON.stringify(phrase)},\n`,
    workspace,
    base: checkCodebook(book),
    scope: 'shared',
  })
  return Object.keys(extended.entries).length === Object.keys(book.entries).length ? book : extended
}
