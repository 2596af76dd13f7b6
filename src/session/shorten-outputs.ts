/** Shortens new tool output once before it is first sent, then reuses the result. */
import { FoveaError } from '../errors.ts'
import type { Edit, Format } from '../formats/format.ts'
import { callOrigins, sourceOfResult } from '../measure/text-sources.ts'
import { isExpandTool } from '../reduce/shorten-output/is-expand-tool.ts'
import { reduceOutput } from '../reduce/shorten-output/reduce-output.ts'
import { isMarked } from '../scan/marker.ts'
import { originalOfText } from '../store/original-of-text.ts'
import type { Original, Store, View } from '../store/store.ts'
import { hashText } from '../tokens/hash.ts'
import { countMessage } from '../tokens/message-tokens.ts'
import type { Message, TokenCounter, ToolResultBlock } from '../types.ts'
import type { SessionSettings } from './session-settings.ts'
import type { ShortenedOutput } from './session-types.ts'

/** Plain JSON: how a message is sent since it first came. */
export interface ShortenedRecord {
  readonly edits: readonly Omit<Edit, 'message'>[]
  readonly tokens: number
  readonly shortened: readonly Omit<ShortenedOutput, 'message'>[]
  /** It came with a handle, for which tools were added to the request. */
  readonly hasHandle?: true
}

interface ShortenContext {
  readonly format: Format
  readonly counter: TokenCounter
  readonly settings: NonNullable<SessionSettings['shortenOutputs']>
  readonly store: Store
  readonly session: string
}

/** How `messages[from]` and later ones are sent, by index; earlier ones contain the calls that they answer. */
export async function shortenedOutputs(
  messages: readonly unknown[],
  from: number,
  context: ShortenContext,
): Promise<ReadonlyMap<number, ShortenedRecord>> {
  const read = context.format.read(messages)
  const born = new Map<number, ShortenedRecord>()
  const isWorthwhile = ({ blocks }: Message): boolean =>
    blocks.some(block => isLarge(block, context.settings.from))
  if (!read.slice(from).some(isWorthwhile)) return born
  const origins = callOrigins(read)
  for (let index = from; index < read.length; index += 1) {
    const message = read[index] as Message
    const drafts = await reduced(message, origins, context)
    if (drafts.length === 0) continue
    const edits = drafts.map(({ edit }) => edit)
    const [written] = context.format.write(
      [messages[index]],
      edits.map(edit => ({ ...edit, message: 0 })),
    )
    const after = context.format.read([written])[0] as Message
    born.set(index, {
      edits,
      tokens: countMessage(after, context.format.framing, context.counter),
      shortened: drafts.map(({ shortened }) => shortened),
    })
  }
  return born
}

/** Only messages with a large output are shortened. */
export function hasLargeOutput(
  message: unknown,
  format: Format,
  { from }: ShortenContext['settings'],
): boolean {
  return format.read([message]).some(({ blocks }) => blocks.some(block => isLarge(block, from)))
}

interface ShortenedDraft {
  readonly edit: Omit<Edit, 'message'>
  readonly shortened: Omit<ShortenedOutput, 'message'>
}

async function reduced(
  { blocks }: Message,
  origins: ReturnType<typeof callOrigins>,
  { counter, settings, store, session }: ShortenContext,
): Promise<readonly ShortenedDraft[]> {
  const drafts: ShortenedDraft[] = []
  const originals: Original[] = []
  const views: View[] = []
  for (const [block, result] of blocks.entries()) {
    if (!isLarge(result, settings.from)) continue
    const origin = origins.get(result.callId)
    const source = sourceOfResult(result, origin)
    if (isExpandTool(source.tool) || (origin?.showsFile === true && !settings.files)) continue
    if (counter.count(result.text) <= settings.from) continue
    const hash = hashText(result.text)
    const [handle] = await store.handles([hash])
    const shorter = reduceOutput(
      { ...source, text: result.text },
      { maxTokens: settings.maxTokens, counter, handle, secrets: settings.secrets },
    )
    if (shorter === undefined || result.path === undefined) continue
    originals.push(originalOfText(result.text))
    views.push({ hash: hashText(shorter.text), original: hash, media: 'text' })
    const { tokensBefore, tokensAfter } = shorter
    drafts.push({
      edit: { path: result.path, text: shorter.text, media: 'text' },
      shortened: { block, handle: shorter.handle, tokensBefore, tokensAfter },
    })
  }
  if (drafts.length === 0) return drafts
  try {
    await store.record({ originals, views, session: { id: session } })
    return drafts
  } catch (error) {
    // An output that cannot be stored is not replaced.
    if (FoveaError.isInstance(error)) return []
    throw error
  }
}

/** A textual result that was not shortened before. A token seldom has less than one character. */
function isLarge(block: Message['blocks'][number], from: number): block is ToolResultBlock {
  return (
    block.type === 'toolResult' &&
    block.media === 'text' &&
    block.path !== undefined &&
    block.text.length > from &&
    !isMarked(block.text)
  )
}
