/** Shortens a long output, stores its original first, and says at the end how to get it back. */
import { outputReceipt, reduceOutput, type ToolOutput } from '../../reduce/shorten-output/reduce-output.ts'
import { openKeptStore } from '../../store/index.ts'
import { originalOfText } from '../../store/original-of-text.ts'
import { estimateCounter } from '../../tokens/estimate-counter.ts'
import { hashText } from '../../tokens/hash.ts'
import { exactCounter } from '../../tokens/tokens.ts'
import { foveaCommand } from './fovea-command.ts'
import type { HookSettings } from './hook-settings.ts'
import { storeFlag } from './store-flag.ts'

interface Request {
  /** Shorter outputs, in tokens, stay as they are. */
  readonly from: number
  readonly session: string | undefined
}

/** Of longer texts only the beginning and the end are read, and their tokens are estimated. */
const maxRead = 4_000_000
const maxCounted = 1_000_000
/** Tokens of the line that says how to get the whole output back. */
const recallCost = 80

export function shortenLongOutput(
  output: ToolOutput,
  settings: Pick<HookSettings, 'maxTokens' | 'storePath' | 'namedStore'>,
  { from, session }: Request,
): string | undefined {
  const { text } = output
  if (estimateCounter().count(text.slice(0, maxRead)) <= from) return undefined
  const store = openKeptStore(settings.storePath)
  try {
    const original = hashText(text)
    const [known] = store.handles([original])
    const counter = text.length > maxCounted ? estimateCounter() : exactCounter()
    const reduced = reduceOutput(
      { ...output, text: ends(text) },
      { maxTokens: settings.maxTokens - recallCost, handle: known, counter, fold: true },
    )
    if (reduced === undefined) return undefined
    const { handle, tokensBefore } = reduced
    const shown = `${reduced.text}\n${recallLine(handle, settings.namedStore)}`
    const tokensAfter = counter.count(shown)
    const shortened = {
      original,
      handle,
      tokensBefore,
      tokensAfter,
      reason: 'a long output, before it is seen',
    }
    // In one transaction, so that nothing counts as saved that is not stored.
    store.record({
      originals: [originalOfText(text)],
      views: [{ hash: hashText(shown), original, media: 'text' }],
      receipt: outputReceipt(shortened, counter),
      ...(session === undefined || session === '' ? {} : { session: { id: session } }),
    })
    return shown
  } finally {
    store.close()
  }
}

function recallLine(handle: string, namedStore: string | undefined): string {
  return `[The whole output: ${foveaCommand()} expand ${handle}${storeFlag(namedStore)}; a part of it: --lines 41:80]`
}

/** Whole lines from the beginning and the end. */
function ends(text: string): string {
  if (text.length <= maxRead) return text
  const half = maxRead / 2
  const head = text.lastIndexOf('\n', half) + 1 || half
  const tail = text.indexOf('\n', text.length - half) + 1 || text.length - half
  return `${text.slice(0, head)}[… ${tail - head} characters that were not read …]\n${text.slice(tail)}`.toWellFormed()
}
