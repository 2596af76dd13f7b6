/** Gemini: compress the contents of a request. Run: node examples/gemini.js */
import assert from 'node:assert/strict'
import { GoogleGenAI } from '@google/genai'
import { compress, uncompress } from 'fovea'
import { followUp, log, question } from './local/conversation.js'
import { startProvider } from './local/provider.js'

const provider = await startProvider()
// In your program: new GoogleGenAI({ apiKey }).
const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: provider.url } })

const history = [
  { role: 'user', parts: [{ text: question }] },
  { role: 'model', parts: [{ functionCall: { name: 'read_log', args: {} } }] },
  { role: 'user', parts: [{ functionResponse: { name: 'read_log', response: { output: log } } }] },
  { role: 'model', parts: [{ text: 'One checkout ran into a deadlock.' }] },
  { role: 'user', parts: [{ text: followUp }] },
]

const { messages: contents, receipt, originalsByHash } = await compress(history, { budget: 2000 })
const answer = await client.models.generateContent({ model: 'gemini-2.5-pro', contents })

assert.equal(answer.text, 'Understood.')
assert.ok(provider.requests[0].length < log.length / 4, 'the request is small')
assert.deepEqual((await uncompress(contents, originalsByHash)).messages, history)
await provider.close()
console.log(
  `${receipt.tokens.before.tokens} → ${receipt.tokens.after.tokens} tokens were sent: the model answered, and every byte came back.`,
)
