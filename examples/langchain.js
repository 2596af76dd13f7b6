/** LangChain: an agent with the middleware, which brings its own tools along. Run: node examples/langchain.js */
import assert from 'node:assert/strict'
import { memoryStore } from 'fovea'
import { foveaMiddleware } from 'fovea/langchain'
import { AIMessage, createAgent, fakeModel, tool } from 'langchain'
import { log, question } from './local/conversation.js'

const steps = []
// A model that reads the log and ends. In your program: 'anthropic:claude-sonnet-4-5'.
const model = fakeModel()
  .respond(new AIMessage({ content: '', tool_calls: [{ id: 'call_1', name: 'read_log', args: {} }] }))
  .respond(new AIMessage('A deadlock.'))

const agent = createAgent({
  model,
  tools: [
    tool(() => log, {
      name: 'read_log',
      description: 'Reads the log.',
      schema: { type: 'object', properties: {} },
    }),
  ],
  middleware: [
    foveaMiddleware({
      store: memoryStore(),
      shortenOutputs: { from: 2000, maxTokens: 500 },
      onStep: step => steps.push(step),
    }),
  ],
})
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] })

assert.equal(messages.at(-1).content, 'A deadlock.')
assert.equal(
  messages.find(message => message.getType() === 'tool').content,
  log,
  'the state keeps the whole log',
)
const { given, sent } = steps.at(-1).tokens
assert.ok(sent < given / 4, 'the model was sent a shortened one')
console.log(`${given} → ${sent} tokens were sent: the agent keeps its whole history, the model answered.`)
