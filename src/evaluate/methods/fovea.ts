/** Our own strategies, each as a method: the one that a budget gets by default, and every other that is registered. */
import { compressSync } from '../../compress.ts'
import { handlesIn } from '../../marker.ts'
import { countBlock, countOverhead } from '../../measure/tokens/message-tokens.ts'
import { strategyOf } from '../../options.ts'
import { strategyNames } from '../../plan/index.ts'
import type { Block, Format, StrategyName, Verbatim, VerbatimEntry } from '../../types.ts'
import { uncompressSync } from '../../uncompress.ts'
import type { History } from '../history.ts'
import type { Method, MethodView } from '../method.ts'
import { blockText, conversationText } from '../spoken-text.ts'
import { viewOf } from './text-view.ts'

const byDefault = strategyOf({ budget: 1 })

export const foveaMethods: readonly Method[] = [
  foveaMethod(byDefault),
  ...strategyNames.filter(name => name !== byDefault).map(foveaMethod),
]

function foveaMethod(strategy: StrategyName): Method {
  return {
    name: strategy === byDefault ? 'fovea' : `fovea ${strategy}`,
    describe: `compress with the strategy ${strategy}`,
    kind: 'fovea',
    countsFraming: true,
    view: (history, tokens) => foveaView(history, tokens, strategy),
  }
}

export function foveaView(
  history: History,
  tokens: number,
  strategy: StrategyName = byDefault,
): MethodView & { readonly raw: readonly unknown[] } {
  const { format, raw } = history
  const budget = Math.max(1, Math.floor(tokens + framingOf(history)))
  const result = compressSync(raw, { format: format.name, strategy, budget, strict: true })
  const { messages } = result
  const verbatim = { ...history.verbatim, ...result.verbatim }
  const view = viewOf(format.read(messages))
  return {
    ...view,
    raw: messages,
    verbatim,
    reachable: () => originalsNamedIn(view.text, verbatim, format),
    restore: () => uncompressSync(messages, result.verbatim, { format: format.name }).messages,
  }
}

const framings = new WeakMap<History, number>()

/** What a request costs beside what it says: its framing, the syntax of its JSON, what is not text. It stays as it is. */
function framingOf(history: History): number {
  const known = framings.get(history)
  if (known !== undefined) return known
  const { messages, format, parts, counters } = history
  const said = new Map(parts.map(part => [`${part.message} ${part.block}`, part.tokens]))
  const unsaid = messages.flatMap(({ blocks }, message) =>
    blocks.map((block, index) =>
      isPlainText(block) ? 0 : countBlock(block, counters.counter) - (said.get(`${message} ${index}`) ?? 0),
    ),
  )
  const framing = unsaid.reduce((sum, tokens) => sum + tokens, countOverhead(messages, format.name))
  framings.set(history, framing)
  return framing
}

function isPlainText(block: Block): boolean {
  return block.type !== 'opaque' && block.type !== 'toolCall' && block.media === 'text'
}

/** Also through originals that name others, as after several rounds. */
function originalsNamedIn(text: string, verbatim: Verbatim, format: Format): readonly string[] {
  const byHandle = new Map(Object.values(verbatim).map(entry => [entry.handle, entry]))
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

function originalText({ text, media }: VerbatimEntry, format: Format): string {
  return media === 'messages'
    ? conversationText(format.read(JSON.parse(text)))
    : blockText({ type: 'toolResult', callId: '', text, media })
}
