/** AI SDK: an agent whose long tool outputs are shortened, and which can ask for them. Run: node examples/ai-sdk.js */
import assert from 'node:assert/strict'
import { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { handlesIn, memoryStore } from 'fovea'
import { expandTool, foveaMiddleware, searchTool } from 'fovea/ai-sdk'
import { log, question } from './local/conversation.js'

const store = memoryStore()
const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}
const call = (toolName, input) => ({
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage,
  warnings: [],
  content: [{ type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) }],
})

// A model that reads the log, asks for the original of what it was shown, and ends. In your program: anthropic('…').
const prompts = []
const scripted = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    prompts.push(JSON.stringify(prompt))
    if (prompts.length === 1) return call('read_log', {})
    if (prompts.length === 2)
      return call('fovea_expand', { handle: handlesIn(prompts[1])[0], first_line: 1043, last_line: 1043 })
    const finishReason = { unified: 'stop', raw: undefined }
    return { finishReason, usage, warnings: [], content: [{ type: 'text', text: 'A deadlock.' }] }
  },
})

const { text } = await generateText({
  model: wrapLanguageModel({
    model: scripted,
    middleware: foveaMiddleware({ store, shortenOutputs: { from: 2000, maxTokens: 500 } }),
  }),
  prompt: question,
  tools: {
    read_log: tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }), execute: async () => log }),
    fovea_expand: expandTool({ store }),
    fovea_search: searchTool({ store }),
  },
  stopWhen: stepCountIs(4),
})

assert.equal(text, 'A deadlock.')
assert.ok(prompts[1].length < log.length / 4, 'the model saw a shortened log')
assert.ok(prompts[2].includes('1042 ERROR POST'), 'and got back the line that it asked for')
console.log(
  `${log.length} characters of log reached the model as a prompt of ${prompts[1].length}; it asked for line 1043 and got it.`,
)
