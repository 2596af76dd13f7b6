/** Anthropic: compress a whole request body, with its system text and tools. Run: node examples/anthropic.js */
import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { compressRequest, uncompress } from 'fovea'
import { followUp, log, question } from './local/conversation.js'
import { startProvider } from './local/provider.js'

const provider = await startProvider()
// In your program: new Anthropic(), which reads ANTHROPIC_API_KEY.
const client = new Anthropic({ baseURL: provider.url, apiKey: 'none' })

const request = {
  model: 'claude-sonnet-5',
  max_tokens: 500,
  system: 'You look after a small web shop.',
  tools: [{ name: 'read_log', description: 'Reads the log.', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: question },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_log', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: log }] },
    { role: 'assistant', content: 'One checkout ran into a deadlock.' },
    { role: 'user', content: followUp },
  ],
}

const { body, receipt, originalsByHash } = await compressRequest(request, { budget: 2000 })
const answer = await client.messages.create(body)

assert.equal(answer.content[0].text, 'Understood.')
assert.equal(body.system, request.system)
assert.ok(provider.requests[0].length < log.length / 4, 'the request is small')
assert.deepEqual((await uncompress(body.messages, originalsByHash)).messages, request.messages)
await provider.close()
console.log(
  `${receipt.tokens.before.tokens} → ${receipt.tokens.after.tokens} tokens were sent: the system text as it was, the model answered, and every byte came back.`,
)
