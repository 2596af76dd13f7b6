/** OpenAI: compress the messages of Chat Completions before each call. Run: node examples/openai.js */
import assert from 'node:assert/strict'
import { compress, uncompress } from 'fovea'
import OpenAI from 'openai'
import { errorLine, followUp, log, question } from './local/conversation.js'
import { startProvider } from './local/provider.js'

const provider = await startProvider()
// In your program: new OpenAI(), which reads OPENAI_API_KEY.
const client = new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'none' })

const history = [
  { role: 'user', content: question },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_log', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: log },
  { role: 'assistant', content: 'One checkout ran into a deadlock.' },
  { role: 'user', content: followUp },
]

const { messages, receipt, originalsByHash } = await compress(history, { budget: 2000 })
const answer = await client.chat.completions.create({ model: 'gpt-5', messages })

assert.equal(answer.choices[0].message.content, 'Understood.')
assert.ok(receipt.tokens.after.tokens <= 2000, 'the budget is met')
assert.ok(provider.requests[0].length < log.length / 4, 'the request is small')
assert.ok(provider.requests[0].includes('deadlock detected'), `it still shows: ${errorLine}`)
assert.deepEqual((await uncompress(messages, originalsByHash)).messages, history)
await provider.close()
console.log(
  `${receipt.tokens.before.tokens} → ${receipt.tokens.after.tokens} tokens were sent: the error is among them, the model answered, and every byte came back.`,
)
