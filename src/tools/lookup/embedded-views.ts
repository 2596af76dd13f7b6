/** Views of an earlier session that a conversation carries along, with the originals that they lead to. */
import { FoveaError } from '../../errors.ts'
import { formatOf } from '../../formats/detect-format.ts'
import type { Store, View } from '../../store/store.ts'
import { toText } from '../../tokens/bytes.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashText } from '../../tokens/hash.ts'
import type { FormatName } from '../../types.ts'
import { ledgerKey } from '../../view/earlier-views.ts'
import { viewKey } from '../../view/provenance.ts'
import { spanParts } from '../../view/span-parts.ts'

/**
 * A view counts where its exact text is in a message and names its original: a handle alone can be made up.
 * `isFollowed`: whether the messages behind a view are searched for further views too.
 */
export async function embeddedViews(
  messages: readonly unknown[],
  format: FormatName | undefined,
  store: Pick<Store, 'views' | 'get'>,
  isFollowed: (view: View) => Promise<boolean>,
): Promise<readonly View[]> {
  const found = new Map<string, View>()
  const pending = [textsIn(messages, format)]
  for (let texts = pending.pop(); texts !== undefined; texts = pending.pop()) {
    const keys = new Map(texts.flatMap(({ text, key }) => [key, ledgerKey(text)].map(each => [each, text])))
    const unseen = [...keys.keys()].filter(key => !found.has(key))
    for (const [key, view] of unseen.length === 0 ? [] : await store.views(unseen)) {
      if (!keys.get(key)?.includes(handleOf(view.original))) continue
      const original = await originalText(view, store)
      if (original === undefined) continue
      found.set(key, view)
      if (await isFollowed(view)) pending.push(textsBehind(view, original, format))
    }
  }
  return [...found.values()]
}

interface ViewText {
  readonly text: string
  readonly key: string
}

/** Only texts that name a handle are looked at any closer. */
function textsIn(messages: readonly unknown[], format: FormatName | undefined): readonly ViewText[] {
  try {
    return formatOf(messages, format)
      .read(messages)
      .flatMap((message, index) => [
        ...message.blocks.flatMap(block =>
          block.type !== 'opaque' && block.text.includes('db_')
            ? [{ text: block.text, key: viewKey(block.text, messages[index]) }]
            : [],
        ),
        // A view that was joined with its neighbour is known by its own text.
        ...spanParts(message).map(({ text }) => ({ text, key: hashText(text) })),
      ])
  } catch {
    return []
  }
}

function textsBehind({ media }: View, original: string, format: FormatName | undefined): readonly ViewText[] {
  if (media !== 'messages')
    return original.includes('db_') ? [{ text: original, key: hashText(original) }] : []
  try {
    return textsIn(JSON.parse(original), format)
  } catch {
    return []
  }
}

/** `undefined` where it was purged or is damaged. */
async function originalText({ original }: View, store: Pick<Store, 'get'>): Promise<string | undefined> {
  try {
    return toText(await store.get(handleOf(original, original.length)))
  } catch (error) {
    if (FoveaError.isInstance(error)) return undefined
    throw error
  }
}
