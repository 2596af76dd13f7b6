/** Where the tokens of a conversation are: by role, tool and kind of content, the largest blocks, the duplicates. */
import { optionError } from './errors.ts'
import { formatNamed } from './formats/index.ts'
import { describeValue, isRecord } from './formats/raw-value.ts'
import { measure } from './measure/measure.ts'
import type { ContextPressure, TokenCount } from './receipt.ts'
import type { Measured } from './reduce/plan.ts'
import { graphemeCut } from './scan/grapheme-cut.ts'
import { maskSecrets } from './scan/secrets/secrets.ts'
import { checkedCounter } from './settings/checked-counter.ts'
import { atLeast } from './settings/invalid-option.ts'
import { contextPressure, contextWindow } from './settings/model-windows.ts'
import { checkNames, type NamesOf } from './settings/option-names.ts'
import { countersFor } from './tokens/counters.ts'
import { countOverhead } from './tokens/message-tokens.ts'
import type { ContentKind, FormatName, TokenCounter } from './types.ts'

export interface InspectOptions {
  /** Counts the tokens: a counter, or the name of the model to count as. @default o200k_base */
  readonly counter?: TokenCounter | string | undefined
  /** How many of the largest blocks to list. @default 10 */
  readonly top?: number | undefined
  /** The context window: a number of tokens, or the name of a known model. @default none */
  readonly window?: number | string | undefined
  /** Tokens of the system text and the tools, where they are outside the messages. @default 0 */
  readonly systemAndToolTokens?: number | undefined
}

export interface Inspection {
  readonly messages: number
  readonly blocks: number
  /** Of the whole request: all `roles`, `overhead` and `systemAndToolTokens`. */
  readonly tokens: TokenCount & { readonly counter: string }
  /** Tokens for messages and calls beside their content. */
  readonly overhead: number
  /** Tokens of the system text and the tools outside the messages, as given by the caller. */
  readonly systemAndToolTokens: number
  readonly roles: readonly Share[]
  readonly tools: readonly Share[]
  readonly kinds: readonly Share[]
  readonly largest: readonly LargeBlock[]
  readonly duplicates: { readonly groups: number; readonly copies: number; readonly tokens: number }
  /** Blocks that contain something shaped like a credential. */
  readonly secrets: number
  readonly problems: number
  /** How full the window is, where it is known. */
  readonly pressure?: ContextPressure
}

export interface Share {
  readonly name: string
  readonly tokens: number
  readonly blocks: number
}

interface LargeBlock {
  readonly message: number
  readonly block: number
  readonly role: string
  readonly type: string
  readonly tool?: string
  readonly kind: ContentKind
  readonly tokens: number
  readonly preview: string
}

const inspectOptionNames: NamesOf<InspectOptions> = {
  counter: true,
  top: true,
  window: true,
  systemAndToolTokens: true,
}

/** Counts every block exactly. Throws `invalid-option`. */
export function inspect(
  conversation: { readonly messages: readonly unknown[]; readonly format: FormatName },
  options: InspectOptions = {},
): Inspection {
  if (!isRecord(conversation) || !Array.isArray(conversation.messages))
    throw optionError(
      `What is inspected is ${describeValue(conversation)}; pass { messages, format }, such as what readTranscript returns.`,
    )
  checkNames(options, inspectOptionNames)
  checkedCounter(options.counter)
  const format = formatNamed(conversation.format)
  const messages = format.read(conversation.messages)
  const { counter } = countersFor(options)
  const blocks = measure(messages, { ranker: counter, pins: [], preservePatterns: [] })
  const overhead = countOverhead(messages, format.framing)
  const largest = blocks
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, atLeast(0, 'top', options.top ?? 10))
  const { systemAndToolTokens = 0 } = options
  const said = blocks.reduce((sum, block) => sum + block.tokens, overhead)
  return {
    messages: messages.length,
    blocks: blocks.length,
    tokens: {
      tokens: said + systemAndToolTokens,
      exact: counter.exact,
      counter: counter.name,
    },
    overhead,
    systemAndToolTokens,
    roles: sharesBy(blocks, speaker),
    tools: sharesBy(
      blocks.filter(block => block.type === 'toolResult'),
      block => block.tool ?? 'unknown',
    ),
    kinds: sharesBy(blocks, block => block.kind),
    largest: largest.map(({ message, block, role, type, tool, kind, tokens }) => {
      const shown = messages[message]?.blocks[block]
      const preview = shown === undefined || shown.type === 'opaque' ? '' : previewOf(shown.text)
      return { message, block, role, type, ...(tool === undefined ? {} : { tool }), kind, tokens, preview }
    }),
    duplicates: duplicatesOf(blocks),
    secrets: blocks.filter(({ secret }) => secret).length,
    problems: format.check(conversation.messages).length,
    ...(options.window === undefined
      ? {}
      : { pressure: contextPressure(said, contextWindow(options.window), systemAndToolTokens) }),
  }
}

function speaker(block: Measured): string {
  if (block.role === 'tool') return 'tool results'
  return block.type === 'toolCall' ? 'tool calls' : block.kind === 'reasoning' ? 'reasoning' : block.role
}

function sharesBy(blocks: readonly Measured[], name: (block: Measured) => string): readonly Share[] {
  return [...Map.groupBy(blocks, name)]
    .map(([key, group]) => ({
      name: key,
      tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
      blocks: group.length,
    }))
    .sort((a, b) => b.tokens - a.tokens || a.name.localeCompare(b.name, 'en'))
}

/** Shorter repetitions ("ok", an empty result) are not listed as duplicates. */
const minDuplicateTokens = 20

function duplicatesOf(blocks: readonly Measured[]): Inspection['duplicates'] {
  const texts = blocks.filter(
    ({ hash, tokens, type }) => hash !== undefined && type !== 'toolCall' && tokens >= minDuplicateTokens,
  )
  const groups = [...Map.groupBy(texts, ({ hash }) => hash).values()].filter(group => group.length > 1)
  const copies = groups.flatMap(group => group.slice(1))
  return {
    groups: groups.length,
    copies: copies.length,
    tokens: copies.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

function previewOf(text: string): string {
  return graphemeCut(maskSecrets(graphemeCut(text, 400)).replace(/\s+/g, ' ').trim(), 100)
}
