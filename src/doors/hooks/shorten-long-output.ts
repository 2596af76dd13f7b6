/** Shortens a long output, stores its original first, and says at the end how to get it back. */
import type { Receipt } from '../../receipt.ts'
import { outputReceipt, reduceOutput, type ToolOutput } from '../../reduce/shorten-output/reduce-output.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { openKeptStore } from '../../store/index.ts'
import type { SyncStore } from '../../store/store.ts'
import { toBytes } from '../../tokens/bytes.ts'
import { estimateCounter } from '../../tokens/estimate-counter.ts'
import { hashText } from '../../tokens/hash.ts'
import { exactCounter } from '../../tokens/tokens.ts'
import { foveaCommand } from './fovea-command.ts'
import type { HookSettings } from './hook-settings.ts'
import { typedStore } from './typed-store.ts'

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
    keep(store, { text, hash: original, shown, session, receipt: outputReceipt(shortened, counter) })
    return shown
  } finally {
    store.close()
  }
}

function recallLine(handle: string, namedStore: string | undefined): string {
  return `[The whole output: ${foveaCommand()} expand ${handle}${typedStore(namedStore)}; a part of it: --lines 41:80]`
}

interface Kept {
  readonly text: string
  readonly hash: string
  readonly shown: string
  readonly receipt: Receipt
  readonly session: string | undefined
}

/** In one transaction, so that nothing counts as saved that is not stored. */
function keep(store: SyncStore, { text, hash, shown, receipt, session }: Kept): void {
  const masked = maskSecrets(text)
  store.record({
    originals: [{ hash, bytes: toBytes(text), ...(masked === text ? {} : { searchable: masked }) }],
    views: [{ hash: hashText(shown), original: hash, media: 'text' }],
    receipt,
    ...(session === undefined || session === '' ? {} : { session: { id: session } }),
  })
}

/** Whole lines from the beginning and the end. */
function ends(text: string): string {
  if (text.length <= maxRead) return text
  const half = maxRead / 2
  const head = text.lastIndexOf('\n', half) + 1 || half
  const tail = text.indexOf('\n', text.length - half) + 1 || text.length - half
  return `${text.slice(0, head)}[… ${tail - head} characters that were not read …]\n${text.slice(tail)}`.toWellFormed()
}
