/** The tool `compress`: a long text or a whole conversation in fewer tokens, with its originals stored. */
import { compress } from '../../../compress.ts'
import { formatTitles } from '../../../formats/index.ts'
import type { Receipt } from '../../../receipt.ts'
import {
  defaultOutputTokens,
  outputReceipt,
  reduceOutput,
} from '../../../reduce/shorten-output/reduce-output.ts'
import { budgetTokens, resolveBudget } from '../../../settings/budget.ts'
import { originalOfText } from '../../../store/original-of-text.ts'
import type { Store } from '../../../store/store.ts'
import type { CompressOptions } from '../../../strategies/options/compress-options.ts'
import { toBytes } from '../../../tokens/bytes.ts'
import { hashText } from '../../../tokens/hash.ts'
import { exactCounter } from '../../../tokens/tokens.ts'
import { maxPageLength, textPage } from '../../../tools/lookup/text-page.ts'
import { eitherOf, keeping, type McpTool, type ToolAnswer } from '../mcp-tool.ts'

export const compressTool: McpTool = {
  name: 'compress',
  title: 'Compress a text or a conversation',
  description:
    'Says a long text (a log, a test run, a file, a page) or a whole conversation in fewer tokens, without a model: errors, results and rare names stay, the rest gives way to handles such as db_3f9a2c71d04b. The exact originals are kept, and "expand" brings any of them back. Use it before you put something long into a context, a note or another agent\'s task; not for what you are about to edit word by word.',
  input: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'One long text.' },
      messages: {
        type: 'array',
        items: { type: 'object' },
        description: `A conversation in one of these formats: ${formatTitles()}.`,
      },
      budget: {
        anyOf: [
          { type: 'integer', minimum: 1 },
          { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?[%kKmM]?$' },
        ],
        description: `The most tokens of the result, as a number, as "30k", or as a share such as "30%". By default: ${defaultOutputTokens} for a text; for messages, what is left when repeated and outdated texts are shown once and long ones are shortened.`,
      },
      command: { type: 'string', description: 'The shell command that printed the text, if one did.' },
      path: { type: 'string', description: 'The file or address that the text shows, if it shows one.' },
      focus: { type: 'string', description: 'What the conversation is wanted for, in a few words.' },
    },
  },
  annotations: keeping,
  run: (input, { store }) =>
    eitherOf(input, 'text', 'messages') === 'text'
      ? compressText(input as unknown as TextInput, store)
      : compressMessages(input as unknown as MessagesInput, store),
}

interface MessagesInput extends Pick<CompressOptions, 'budget' | 'focus'> {
  readonly messages: readonly unknown[]
}

async function compressMessages(input: MessagesInput, store: Store): Promise<ToolAnswer> {
  const { messages, budget, focus } = input
  // A focus only matters if a budget limits what is shown.
  const wanted = budget === undefined ? {} : { budget, focus }
  const { messages: view, receipt } = await compress(messages, {
    ...wanted,
    store,
    exactCounts: true,
    strict: true,
    expandWith: 'expand',
  })
  return {
    texts: [await keptPage(JSON.stringify(view, undefined, 1), store), describeReceipt(receipt)],
  }
}

function describeReceipt({ tokens, budget, changes, notes }: Receipt): string {
  const sizes = `${tokens.before.tokens} → ${tokens.after.tokens} tokens, ${changes.length} changes.`
  const floor =
    budget === undefined || budget.met
      ? []
      : [
          `The budget of ${budget.tokens} tokens could not be met: ${budget.floor?.tokens ?? 'some'} must stay.`,
        ]
  return [sizes, ...floor, ...notes.slice(0, 10).map(({ message }) => message)].join('\n')
}

/** Shortens one long text and stores its original. */
interface TextInput {
  readonly text: string
  readonly budget?: number | string
  readonly command?: string
  readonly path?: string
}

async function compressText(input: TextInput, store: Store): Promise<ToolAnswer> {
  const { text, budget = defaultOutputTokens, command, path } = input
  const counter = exactCounter()
  const tokens = counter.count(text)
  const maxTokens = budgetTokens(resolveBudget(budget), tokens)
  const hash = hashText(text)
  const [handle] = await store.handles([hash])
  const shorter = reduceOutput({ text, command, path }, { maxTokens, counter, handle })
  if (shorter === undefined) {
    const why = tokens <= maxTokens ? 'which is within the budget' : `and cannot be shortened to ${maxTokens}`
    return { texts: [`The text has ${tokens} tokens, ${why}; use it as it is.`] }
  }
  await store.record({
    originals: [originalOfText(text)],
    views: [{ hash: hashText(shorter.text), original: hash, media: 'text' }],
    receipt: outputReceipt({ ...shorter, original: hash, reason: 'asked for' }, counter),
  })
  return {
    texts: [
      await keptPage(shorter.text, store),
      `${tokens} → ${shorter.tokensAfter} tokens; expand ${shorter.handle} for the original.`,
    ],
  }
}

/** The first page of a text; a text that does not fit into one answer is stored, so that the rest can be read. */
async function keptPage(text: string, store: Store): Promise<string> {
  if (text.length <= maxPageLength) return text
  // Not searchable: a search should find the originals, not a text made from them.
  const [stored] = await store.put([{ hash: hashText(text), bytes: toBytes(text), searchable: '' }])
  return textPage(text, 0, `expand ${stored?.handle}`)
}
