/** One codebook for the texts of a workspace, built at once or extended later. */
import { checkedList } from '../../settings/invalid-option.ts'
import type { NamesOf } from '../../settings/option-names.ts'
import { memoCounter } from '../../tokens/memo-counter.ts'
import { exactCounter } from '../../tokens/tokens.ts'
import type { TokenCounter } from '../../types.ts'
import { bookFor } from './book-for.ts'
import { checkCounted } from './check-document.ts'
import { type Codebook, checkCodebook, emptyCodebook } from './codebook.ts'
import { isEncoded } from './encode-text.ts'

export interface CodebookOptions {
  /** @default the exact one for o200k_base */
  readonly counter?: TokenCounter
  /** The root folder, written as `$WS`. */
  readonly workspace?: string
}

const codebookNames: NamesOf<CodebookOptions> = { counter: true, workspace: true }

/** Enters a phrase only if it saves more than its line in the codebook costs. Texts that are already encoded are ignored. */
export function buildCodebook(texts: readonly string[], options: CodebookOptions = {}): Codebook {
  return extendCodebook(emptyCodebook, texts, options)
}

/** Adds entries at the end, so that earlier texts still decode. Returns the same book if no entry saves tokens. */
export function extendCodebook(
  book: Codebook,
  texts: readonly string[],
  options: CodebookOptions = {},
): Codebook {
  checkedList('texts', texts, 'a text', text => typeof text === 'string')
  checkCounted(options, codebookNames)
  const { counter = exactCounter(), workspace } = options
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
