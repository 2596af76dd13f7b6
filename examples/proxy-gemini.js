/** The proxy with the official client of Gemini: requests go through as they are. Run: node examples/proxy-gemini.js */
import assert from 'node:assert/strict'
import { GoogleGenAI } from '@google/genai'
import { memoryStore } from 'fovea'
import { createProxy } from 'fovea/proxy'
import { log, question } from './local/conversation.js'
import { startProvider } from './local/provider.js'

const provider = await startProvider()
const proxy = createProxy({ upstream: provider.url, store: memoryStore(), workers: 0 })
const { url } = await proxy.listen({ port: 0 })

const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })
const contents = [{ role: 'user', parts: [{ text: `${question}\n${log}` }] }]
const answer = await client.models.generateContent({ model: 'gemini-2.5-pro', contents })

assert.equal(answer.text, 'Understood.')
assert.deepEqual(
  JSON.parse(provider.requests[0]).contents,
  contents,
  'the proxy compresses no requests of Gemini',
)
await proxy.close()
await provider.close()
console.log('The request reached the provider as it was; examples/gemini.js compresses in your program.')
