/** Shortens one long text and stores its original. */
import { outputReceipt } from '../../../reduce/output/output-receipt.ts'
import { defaultOutputTokens, reduceOutput } from '../../../reduce/output/reduce-output.ts'
import { budgetTokens, resolveBudget } from '../../../resolve-options.ts'
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import { toBytes } from '../../../tokens/bytes.ts'
import { hashText } from '../../../tokens/hash.ts'
import { exactCounter } from '../../../tokens/tokens.ts'
import type { Store } from '../../../types.ts'
import { keptPage } from '../kept-page.ts'
import type { ToolAnswer } from '../mcp-tool.ts'

export interface TextInput {
  readonly text: string
  readonly budget?: number | string
  readonly command?: string
  readonly path?: string
}

export async function compressText(input: TextInput, store: Store): Promise<ToolAnswer> {
  const { text, budget = defaultOutputTokens, command, path } = input
  const counter = exactCounter()
  const tokens = counter.count(text)
  const maxTokens = budgetTokens(resolveBudget(budget), tokens)
  const hash = hashText(text)
  const [handle] = await store.handles([hash])
  const shorter = reduceOutput({ text, command, path }, { maxTokens, counter, handle })
  if (shorter === undefined) {
    const why = tokens <= maxTokens ? 'which is within the budget' : 'and cannot be told shorter'
    return { texts: [`The text has ${tokens} tokens, ${why}; use it as it is.`] }
  }
  const masked = maskSecrets(text)
  await store.record({
    originals: [{ hash, bytes: toBytes(text), ...(masked === text ? {} : { searchable: masked }) }],
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
