/** Our strategies as methods: the default for a budget, and all other registered ones. */
import { compressSync } from '../../../compress.ts'
import type { Format } from '../../../formats/format.ts'
import { handlesIn } from '../../../scan/marker.ts'
import { blockText, conversationText } from '../../../scan/spoken-text.ts'
import { strategyNames } from '../../../strategies/index.ts'
import type { SyncCompressOptions } from '../../../strategies/options/compress-options.ts'
import { strategyOf } from '../../../strategies/options/strategy-of.ts'
import { parseMessageJson } from '../../../tokens/message-json.ts'
import type { OriginalEntry, OriginalsByHash, StrategyName } from '../../../types.ts'
import { uncompressSync } from '../../../uncompress.ts'
import type { History } from '../history.ts'
import type { Method, MethodView } from '../method.ts'
import { viewOf } from './text-view.ts'

const byDefault = strategyOf({ budget: 1 })

export const foveaMethods: readonly Method[] = [
  foveaMethod(byDefault),
  ...strategyNames()
    .filter(name => name !== byDefault)
    .map(foveaMethod),
]

function foveaMethod(strategy: StrategyName): Method {
  return {
    name: strategy === byDefault ? 'fovea' : `fovea ${strategy}`,
    describe: `compress with the strategy ${strategy}`,
    kind: 'fovea',
    view: (history, tokens) => foveaView(history, tokens, { strategy }),
  }
}

/**
 * Without `tokens`, the strategy runs without a budget. The originals of a view with its own store do not count as reachable.
 */
export function foveaView(
  history: History,
  tokens: number | undefined,
  options: SyncCompressOptions = {},
): MethodView & { readonly raw: readonly unknown[] } {
  const { format, raw, counters } = history
  const { store, strategy = byDefault } = options
  const budget = tokens === undefined ? undefined : Math.max(1, Math.floor(tokens))
  const given = { ...options, format: format.name, strategy, budget, strict: true } as SyncCompressOptions
  const result = compressSync(raw, given)
  const { messages, receipt } = result
  const originalsByHash = { ...history.originalsByHash, ...result.originalsByHash }
  const view = viewOf(format.read(messages))
  const framing = Math.max(0, receipt.tokens.after.tokens - counters.counter.count(view.text))
  return {
    ...view,
    raw: messages,
    ...(budget === undefined ? {} : { framing }),
    originalsByHash,
    ...(store === undefined ? { reachable: () => originalsNamedIn(view.text, originalsByHash, format) } : {}),
    restore: () =>
      uncompressSync(messages, store ?? result.originalsByHash, { format: format.name }).messages,
  }
}

/** Includes originals that are named by other originals, as after several rounds. */
function originalsNamedIn(text: string, originalsByHash: OriginalsByHash, format: Format): readonly string[] {
  const byHandle = new Map(Object.values(originalsByHash).map(entry => [entry.handle, entry]))
  const texts: string[] = []
  const waiting = [text]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const handle of handlesIn(next)) {
      const entry = byHandle.get(handle)
      if (entry === undefined) continue
      byHandle.delete(handle)
      const original = originalText(entry, format)
      texts.push(original)
      waiting.push(original)
    }
  return texts
}

function originalText({ text, media }: OriginalEntry, format: Format): string {
  return media === 'messages'
    ? conversationText(format.read(parseMessageJson(text) as unknown[]))
    : blockText({ type: 'toolResult', callId: '', text, media })
}
