/** The proxy with the official client of Anthropic: only the address changes. Run: node examples/proxy-anthropic.js */
import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { memoryStore } from 'fovea'
import { createProxy } from 'fovea/proxy'
import { followUp, log, question } from './local/conversation.js'
import { startProvider } from './local/provider.js'

const provider = await startProvider()
// On a terminal: fovea proxy. A small window makes this short conversation full.
const proxy = createProxy({
  upstream: provider.url,
  store: memoryStore(),
  session: { window: 12_000 },
  workers: 0,
})
const { url } = await proxy.listen({ port: 0 })

const client = new Anthropic({ baseURL: url, apiKey: 'none' })
const { data, response } = await client.messages
  .create({
    model: 'claude-sonnet-5',
    max_tokens: 500,
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_log', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: log }] },
      { role: 'assistant', content: 'One checkout ran into a deadlock.' },
      { role: 'user', content: followUp },
    ],
    tools: [{ name: 'read_log', input_schema: { type: 'object' } }],
  })
  .withResponse()

assert.equal(data.content[0].text, 'Understood.')
assert.equal(response.headers.get('x-fovea'), 'compressed')
assert.ok(provider.requests[0].length < log.length / 2, 'the provider got less than the client sent')
await proxy.close()
await provider.close()
const header = name => response.headers.get(`x-fovea-${name}-tokens`)
console.log(
  `${header('given')} → ${header('sent')} tokens went through the proxy: the client changed its address alone, and got its answer.`,
)
