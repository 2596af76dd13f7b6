/** A tool's output told shorter, its original kept first, and how to get it back said at the end. */
import type { ToolOutput } from '../../reduce/output/reduce-output.ts'
import { isMarked } from '../../scan/marker.ts'
import { toBytes } from '../../tokens/bytes.ts'
import type { Receipt, SyncStore } from '../../types.ts'
import { shellQuoted, shortCommand } from './fovea-command.ts'
import type { HookSettings } from './hook-settings.ts'
import { isOwnCall } from './own-call.ts'

/** Whoever reads a file means to work on it; whoever asks for an original wants the whole of it. */
const wholeTools: ReadonlySet<string> = new Set(
  'read read_file read_many_files notebookread edit multiedit write write_file replace notebookedit apply_patch'.split(
    ' ',
  ),
)
const askedBack = /(?:^|[^a-z])expand$/i

/** To cut less than this share is not worth what it hides. */
const minSaving = 0.2
/** Longer texts are read at their beginning and end alone, and counted by estimate. */
const maxRead = 4_000_000
const maxCounted = 1_000_000
/** Tokens of the line that says how to get the whole back. */
const recallCost = 80

/** `undefined`: it stays as it is. Throws where it cannot be kept, and then it must not be replaced. */
export async function shortenOutput(
  output: ToolOutput,
  settings: Pick<HookSettings, 'maxTokens' | 'storePath' | 'namedStore'>,
  session?: string,
): Promise<string | undefined> {
  const { text, tool, command } = output
  const from = settings.maxTokens / (1 - minSaving)
  // A token has seldom less than a character: most outputs end here, and nothing heavy was loaded for them.
  if (text.length <= from || isMarked(text)) return undefined
  if (tool !== undefined && (wholeTools.has(tool.toLowerCase()) || askedBack.test(tool))) return undefined
  if (command !== undefined && isOwnCall(command)) return undefined
  const { estimateCounter } = await import('../../tokens/tokens-estimate.ts')
  if (estimateCounter().count(text.slice(0, maxRead)) <= from) return undefined
  const { reduceOutput } = await import('../../reduce/output/reduce-output.ts')
  const { outputReceipt } = await import('../../reduce/output/output-receipt.ts')
  const { exactCounter } = await import('../../tokens/tokens.ts')
  const { hashText } = await import('../../tokens/hash.ts')
  const { openStore } = await import('../../store/index.ts')
  const store = openStore(settings.storePath)
  try {
    const original = hashText(text)
    const [known] = store.handles([original])
    const counter = text.length > maxCounted ? estimateCounter() : exactCounter()
    const reduced = reduceOutput(
      { ...output, text: ends(text) },
      { maxTokens: settings.maxTokens - recallCost, handle: known, counter },
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
    await keep(store, { text, hash: original, shown, session, receipt: outputReceipt(shortened, counter) })
    return shown
  } finally {
    store.close()
  }
}

function recallLine(handle: string, namedStore: string | undefined): string {
  const store = namedStore === undefined ? '' : ` --store ${shellQuoted(namedStore)}`
  return `[The whole output: ${shortCommand()} expand ${handle}${store}; a part of it: --lines 41:80]`
}

interface Kept {
  readonly text: string
  readonly hash: string
  readonly shown: string
  readonly receipt: Receipt
  readonly session: string | undefined
}

/** All in one, so that nothing is counted as saved that is not kept. */
async function keep(store: SyncStore, { text, hash, shown, receipt, session }: Kept): Promise<void> {
  const { maskSecrets } = await import('../../scan/secrets/secrets.ts')
  const { hashText } = await import('../../tokens/hash.ts')
  const masked = maskSecrets(text)
  store.record({
    originals: [{ hash, bytes: toBytes(text), ...(masked === text ? {} : { searchable: masked }) }],
    views: [{ hash: hashText(shown), original: hash, media: 'text' }],
    receipt,
    ...(session === undefined || session === '' ? {} : { session: { id: session } }),
  })
}

/** Whole lines of the beginning and of the end. */
function ends(text: string): string {
  if (text.length <= maxRead) return text
  const half = maxRead / 2
  const head = text.lastIndexOf('\n', half) + 1 || half
  const tail = text.indexOf('\n', text.length - half) + 1 || text.length - half
  return `${text.slice(0, head)}[… ${tail - head} characters that were not read …]\n${text.slice(tail)}`.toWellFormed()
}
