/** Answers of a model in the words of each provider, whole or streamed, and how a client reads them. */
import type { ConversationFormat } from './conversation-format.ts'
import type { Fields, ReplayTurn } from './replay-session.ts'

/** Content blocks of Anthropic, one message of Chat Completions, items of Responses. */
export type Answer = readonly Fields[]

export interface ToolUse {
  readonly id: string
  readonly name: string
  readonly input: Fields
}

export function answerOf({ answered }: ReplayTurn, format: ConversationFormat): Answer {
  const [message = {}] = answered
  if (format === 'openai-responses') return answered
  const { content, tool_calls: calls } = message
  if (format === 'anthropic')
    return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Answer)
  const text = Array.isArray(content) ? content.map(part => String(part?.text ?? '')).join('') : content
  const hasCalls = Array.isArray(calls) && calls.length > 0
  return [
    {
      role: 'assistant',
      content: text || (hasCalls ? null : '.'),
      ...(hasCalls ? { tool_calls: calls } : {}),
    },
  ]
}

/** What the client puts into its history. */
export function spoken(answer: Answer, format: ConversationFormat): readonly Fields[] {
  return format === 'anthropic' ? [{ role: 'assistant', content: answer }] : answer
}

export function sayingAnswer(format: ConversationFormat, text: string): Answer {
  if (format === 'anthropic') return [{ type: 'text', text }]
  if (format === 'openai-chat') return [{ role: 'assistant', content: text }]
  return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }]
}

/** The same answer with more calls at its end. */
export function withCalls(format: ConversationFormat, answer: Answer, uses: readonly ToolUse[]): Answer {
  if (format === 'anthropic') return [...answer, ...uses.map(use => ({ type: 'tool_use', ...use }))]
  if (format === 'openai-responses')
    return [
      ...answer,
      ...uses.map(({ id, name, input }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(input),
      })),
    ]
  const [message = {}] = answer
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  const added = uses.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return [{ ...message, tool_calls: [...calls, ...added] }]
}

/** What the client sees of answers in which the model went on after a lookup. */
export function joinedAnswer(format: ConversationFormat, parts: readonly Answer[]): Answer {
  if (format !== 'openai-chat') return parts.flat()
  const text = parts.map(([message]) => String(message?.content ?? '')).join('')
  return [{ ...parts.at(-1)?.[0], content: text === '' ? null : text }]
}

export function callsTools(format: ConversationFormat, answer: Answer): boolean {
  if (format === 'openai-chat') return Array.isArray(answer[0]?.tool_calls)
  return answer.some(({ type }) => type === 'tool_use' || String(type).endsWith('_call'))
}

interface ShownRequest {
  readonly id: string
  readonly model: unknown
  readonly inputTokens: number
}

const outputTokens = 20

export function wholeAnswer(format: ConversationFormat, answer: Answer, shown: ShownRequest): object {
  const { id, model, inputTokens } = shown
  const isCalling = callsTools(format, answer)
  if (format === 'anthropic')
    return {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: answer,
      stop_reason: isCalling ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    }
  if (format === 'openai-chat')
    return {
      id,
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: answer[0], finish_reason: isCalling ? 'tool_calls' : 'stop' }],
      usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens },
    }
  return responseOf(answer, shown)
}

function responseOf(output: Answer, { id, model, inputTokens }: ShownRequest): Fields {
  return {
    id,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model,
    output,
    error: null,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  }
}

export function streamedAnswer(format: ConversationFormat, answer: Answer, shown: ShownRequest): string {
  if (format === 'anthropic') return anthropicEvents(answer, shown)
  return format === 'openai-chat' ? chatEvents(answer, shown) : responsesEvents(answer, shown)
}

function event(value: Fields): string {
  return `event: ${String(value.type)}\ndata: ${JSON.stringify(value)}\n\n`
}

function anthropicEvents(answer: Answer, shown: ShownRequest): string {
  const whole = wholeAnswer('anthropic', answer, shown) as Fields
  const blocks = answer.flatMap((block, index) => {
    const { start, deltas } = anthropicPieces(block)
    return [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
  })
  return [
    { type: 'message_start', message: { ...whole, content: [], stop_reason: null } },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: whole.stop_reason, stop_sequence: null },
      usage: { output_tokens: outputTokens },
    },
    { type: 'message_stop' },
  ]
    .map(event)
    .join('')
}

function anthropicPieces(block: Fields): { readonly start: Fields; readonly deltas: readonly Fields[] } {
  const { type, text, thinking, signature, input } = block
  if (type === 'text') return { start: { ...block, text: '' }, deltas: [{ type: 'text_delta', text }] }
  if (type === 'thinking')
    return {
      start: { type, thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature },
      ],
    }
  if (type === 'tool_use')
    return {
      start: { ...block, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    }
  return { start: block, deltas: [] }
}

function chatEvents([message = {}]: Answer, { id, model, inputTokens }: ShownRequest): string {
  const calls = (Array.isArray(message.tool_calls) ? message.tool_calls : []) as readonly Fields[]
  const chunk = (choices: readonly object[], more: object = {}): string =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1, model, choices, ...more })}\n\n`
  const delta = (value: object, finish: string | null = null): string =>
    chunk([{ index: 0, delta: value, finish_reason: finish }])
  return [
    delta({ role: 'assistant', content: message.content }),
    ...calls.map((call, index) => delta({ tool_calls: [{ index, ...call }] })),
    delta({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    chunk([], { usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens } }),
    'data: [DONE]\n\n',
  ].join('')
}

function responsesEvents(answer: Answer, shown: ShownRequest): string {
  const items = answer.flatMap((item, output_index) => [
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.output_item.done', output_index, item },
  ])
  return [
    { type: 'response.created', response: { ...responseOf([], shown), status: 'in_progress', usage: null } },
    ...items,
    { type: 'response.completed', response: responseOf(answer, shown) },
  ]
    .map((value, sequence_number) => event({ ...value, sequence_number }))
    .join('')
}

/** Throws where it is no answer of that format. */
export function readAnswer(format: ConversationFormat, text: string, isStreamed: boolean): Answer {
  if (!isStreamed) {
    const whole = JSON.parse(text)
    if (format === 'anthropic') return whole.content
    return format === 'openai-chat' ? [whole.choices[0].message] : whole.output
  }
  const events = text
    .split('\n')
    .filter(line => line.startsWith('data: ') && line !== 'data: [DONE]')
    .map(line => JSON.parse(line.slice('data: '.length)))
  if (format === 'anthropic') return readBlocks(events)
  if (format === 'openai-chat') return [readChatDeltas(events)]
  return events.find(({ type }) => type === 'response.completed').response.output
}

interface StreamedBlock extends Record<string, unknown> {
  json?: string
}

interface BlockEvent {
  readonly type: string
  readonly index: number
  readonly content_block?: object
  readonly delta?: object
}

function readBlocks(events: readonly BlockEvent[]): Answer {
  const blocks: StreamedBlock[] = []
  for (const { type, index, content_block, delta } of events) {
    if (type === 'content_block_start') blocks[index] = { ...content_block }
    const block = blocks[index]
    if (type !== 'content_block_delta' || block === undefined) continue
    for (const [key, value] of Object.entries(delta ?? {})) {
      if (key === 'type') continue
      const name = key === 'partial_json' ? 'json' : key
      block[name] = `${String(block[name] ?? '')}${String(value)}`
    }
  }
  return blocks.map(({ json, ...block }) =>
    json === undefined ? block : { ...block, input: JSON.parse(json) },
  )
}

interface ChatDelta {
  readonly content?: string | null
  readonly tool_calls?: readonly ({ readonly index: number } & Fields)[]
}

/** Calls are streamed in one piece each. */
function readChatDeltas(
  events: readonly { readonly choices?: readonly { readonly delta: ChatDelta }[] }[],
): Fields {
  const deltas = events.flatMap(({ choices = [] }) => choices.map(({ delta }) => delta))
  const content = deltas.map(delta => delta.content ?? '').join('')
  const calls = deltas.flatMap(delta => (delta.tool_calls ?? []).map(({ index: _, ...call }) => call))
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}
