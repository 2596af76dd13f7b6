/** The tool `stats`: what the store holds, and what was saved. */
import type { Store } from '../../../store/store.ts'
import { type McpTool, reading } from '../mcp-tool.ts'

const count = { type: 'integer', minimum: 0 }

export const statsTool: McpTool = {
  name: 'stats',
  title: 'Savings and store',
  description:
    'Says how many tokens were saved so far and what the store of originals holds. Use it when the user asks what compression brought, or whether originals are kept.',
  input: {
    type: 'object',
    properties: {
      session: { type: 'string', description: 'Savings of this session only; of all by default.' },
    },
  },
  output: {
    type: 'object',
    properties: {
      tokensSaved: { type: 'integer', description: 'Tokens before minus tokens after, of all compressions.' },
      compressions: count,
      originals: count,
      purged: count,
      sessions: count,
      bytes: { ...count, description: 'Of all originals.' },
      storedBytes: { ...count, description: 'What they take in the store.' },
      session: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          compressions: count,
          tokensBefore: count,
          tokensAfter: count,
          tokensSaved: { type: 'integer' },
        },
        required: ['id', 'compressions', 'tokensBefore', 'tokensAfter', 'tokensSaved'],
      },
    },
    required: ['tokensSaved', 'compressions', 'originals', 'purged', 'sessions', 'bytes', 'storedBytes'],
  },
  annotations: reading,
  async run({ session }, { store }) {
    const { receipts: compressions, ...held } = await store.stats()
    const data = {
      ...held,
      compressions,
      ...(typeof session === 'string' ? { session: await savingsOf(session, store) } : {}),
    }
    return { texts: [JSON.stringify(data)], data }
  },
}

async function savingsOf(session: string, store: Store) {
  const receipts = await store.receipts(session)
  const sum = (side: 'before' | 'after'): number =>
    receipts.reduce((tokens, { receipt }) => tokens + receipt.tokens[side].tokens, 0)
  const tokensBefore = sum('before')
  const tokensAfter = sum('after')
  return {
    id: session,
    compressions: receipts.length,
    tokensBefore,
    tokensAfter,
    tokensSaved: tokensBefore - tokensAfter,
  }
}
