/** A language model for the AI SDK that speaks Chat Completions: what a provider package does, as small as can be. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { sseReader } from '../../../src/doors/proxy/usage/sse-reader.ts'

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null
      readonly tool_calls?: readonly {
        readonly index: number
        readonly id?: string
        readonly function: { readonly name?: string; readonly arguments?: string }
      }[]
    }
    readonly finish_reason: string | null
  }[]
}

const usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

export function aiModel(baseUrl: string): LanguageModelV4 {
  const ask = async (options: LanguageModelV4CallOptions): Promise<Response> => {
    const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'm',
        stream: true,
        messages: options.prompt.flatMap(chatMessages),
        tools: options.tools?.map(tool => ({ type: 'function', function: { name: tool.name } })),
      }),
      ...(options.abortSignal === undefined ? {} : { signal: options.abortSignal }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer
  }

  const doStream: LanguageModelV4['doStream'] = async options => {
    const answer = await ask(options)
    return { stream: partsOf(await answer.text()) }
  }

  return {
    specificationVersion: 'v4',
    provider: 'double',
    modelId: 'm',
    supportedUrls: {},
    doStream,
    doGenerate: async options => {
      const content: LanguageModelV4Content[] = []
      let text = ''
      for await (const part of (await doStream(options)).stream) {
        if (part.type === 'text-delta') text += part.delta
        if (part.type === 'tool-call') content.push(part)
      }
      const finishReason = { unified: content.length > 0 ? 'tool-calls' : 'stop', raw: undefined } as const
      return { content: [{ type: 'text', text }, ...content], finishReason, usage, warnings: [] }
    },
  }
}

function partsOf(text: string): ReadableStream<LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }]
  const calls: { id: string; name: string; input: string }[] = []
  let hasText = false
  const reader = sseReader(({ data }) => {
    if (data === '[DONE]') return
    for (const { delta } of (JSON.parse(data) as Chunk).choices) {
      if (delta.content) {
        if (!hasText) parts.push({ type: 'text-start', id: '1' })
        hasText = true
        parts.push({ type: 'text-delta', id: '1', delta: delta.content })
      }
      for (const { index, id, function: called } of delta.tool_calls ?? []) {
        calls[index] ??= { id: id ?? '', name: called.name ?? '', input: '' }
        const call = calls[index]
        if (call !== undefined) call.input += called.arguments ?? ''
      }
    }
  })
  reader.write(text)
  if (hasText) parts.push({ type: 'text-end', id: '1' })
  for (const { id, name, input } of calls)
    parts.push({ type: 'tool-call', toolCallId: id, toolName: name, input })
  const unified = calls.length > 0 ? 'tool-calls' : 'stop'
  parts.push({ type: 'finish', usage, finishReason: { unified, raw: undefined } })
  return ReadableStream.from(parts)
}

function chatMessages(message: LanguageModelV4Prompt[number]): readonly object[] {
  if (message.role === 'system') return [{ role: 'system', content: message.content }]
  if (message.role === 'tool')
    return message.content.flatMap(part =>
      part.type === 'tool-result'
        ? [{ role: 'tool', tool_call_id: part.toolCallId, content: JSON.stringify(part.output) }]
        : [],
    )
  const text = message.content.map(part => (part.type === 'text' ? part.text : '')).join('')
  if (message.role === 'user') return [{ role: 'user', content: text }]
  const calls = message.content.flatMap(part =>
    part.type === 'tool-call'
      ? [
          {
            id: part.toolCallId,
            type: 'function',
            function: { name: part.toolName, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  )
  return [{ role: 'assistant', content: text || null, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
}
