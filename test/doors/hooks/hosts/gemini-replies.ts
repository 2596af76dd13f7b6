/** What Gemini answers to the requests of its CLI. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asked, Provider } from '../../proxy/provider-double.ts'
import type { Part, Reply } from '../../proxy/provider-replies.ts'

/** The double does not know this provider: it is taken over. */
export function answerAsGemini(provider: Provider): void {
  provider.instead = (_: IncomingMessage, outgoing: ServerResponse, asked: Asked) => {
    const isStreamed = asked.url.includes(':streamGenerateContent')
    outgoing.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' })
    const value = asked.url.includes('enerateContent')
      ? contentOf(provider.reply(asked.body, asked))
      : { totalTokens: 100 }
    outgoing.end(isStreamed ? `data: ${JSON.stringify(value)}\n\n` : JSON.stringify(value))
  }
}

function contentOf({ parts = [], inputTokens = 100 }: Reply): object {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: parts.map(partOf) }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: 20,
      totalTokenCount: inputTokens + 20,
    },
  }
}

function partOf(part: Part): object {
  if (!('call' in part)) return { text: 'text' in part ? part.text : part.thinking }
  const { id, name, input } = part.call
  return { functionCall: { id, name, args: input } }
}
