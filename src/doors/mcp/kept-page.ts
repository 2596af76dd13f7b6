/** The first page of a text; what does not fit into an answer is kept, so that it can be read on. */
import { toBytes } from '../../tokens/bytes.ts'
import { hashText } from '../../tokens/hash.ts'
import { longestPage, textPage } from '../../tools/lookup/text-page.ts'
import type { Store } from '../../types.ts'

export async function keptPage(text: string, store: Store): Promise<string> {
  if (text.length <= longestPage) return text
  // A search finds the originals, and not once more what was made of them.
  const [stored] = await store.put([{ hash: hashText(text), bytes: toBytes(text), searchable: '' }])
  return textPage(text, 0, `expand ${stored?.handle}`)
}
