/** The proxy with the official client of OpenAI: Chat Completions and Responses. Run: node examples/proxy-openai.js */
import assert from 'node:assert/strict'
import { memoryStore } from 'fovea'
import { createProxy } from 'fovea/proxy'
import OpenAI from 'openai'
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
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' })

const chat = await client.chat.completions
  .create({
    model: 'gpt-5',
    messages: [
      { role: 'user', content: question },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_log', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: log },
      { role: 'assistant', content: 'One checkout ran into a deadlock.' },
      { role: 'user', content: followUp },
    ],
  })
  .withResponse()
assert.equal(chat.data.choices[0].message.content, 'Understood.')
assert.equal(chat.response.headers.get('x-fovea'), 'compressed')

const responses = await client.responses
  .create({
    model: 'gpt-5',
    input: [
      { role: 'user', content: question },
      { type: 'function_call', call_id: 'call_2', name: 'read_log', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_2', output: log },
      { role: 'assistant', content: 'One checkout ran into a deadlock.' },
      { role: 'user', content: followUp },
    ],
  })
  .withResponse()
assert.equal(responses.data.output_text, 'Understood.')
assert.equal(responses.response.headers.get('x-fovea'), 'compressed')
for (const request of provider.requests)
  assert.ok(request.length < log.length / 2, 'less than the client sent')

await proxy.close()
await provider.close()
const header = name => chat.response.headers.get(`x-fovea-${name}-tokens`)
console.log(
  `${header('given')} → ${header('sent')} tokens went through the proxy, by Chat Completions and by Responses, and both got their answers.`,
)
