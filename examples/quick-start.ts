/** The API in six lines, with proof: run `npx node examples/quick-start.ts`; it fails loudly if a byte is lost. */
import assert from 'node:assert/strict'
import { compress, uncompress } from '../src/index.ts'

const log = Array.from({ length: 1500 }, (_, line) => `${line} INFO GET /orders/HB-${10_417 + line} 200`)
log[1042] = '1042 ERROR POST /orders/HB-11459/checkout 500 deadlock detected'

const messages = [
  { role: 'system', content: 'You look after a small web shop.' },
  { role: 'user', content: 'Why did a checkout fail last night?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'read_log', arguments: '{"hours":12}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: log.join('\n') },
  { role: 'assistant', content: 'One checkout ran into a deadlock: line 1042 of the log.' },
  { role: 'user', content: 'And how many requests were fine?' },
]

const { messages: view, receipt, originalsByHash } = await compress(messages, { budget: 2000 })
const { messages: restored } = await uncompress(view, originalsByHash)

const { before, after } = receipt.tokens
assert.equal(receipt.budget?.met, true)
assert.ok(before.tokens > 15_000 && after.tokens <= 2000, 'a huge conversation fits a small budget')
assert.equal(JSON.stringify(restored), JSON.stringify(messages))

console.log(`${before.tokens} tokens became ${after.tokens}, and every byte came back.`)
