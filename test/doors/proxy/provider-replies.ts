/** What a model says, in the words of each provider: whole, and as its events. */
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'

export interface Reply {
  readonly parts?: readonly Part[]
  /** An error instead. */
  readonly status?: number
  readonly error?: string
  /** @default invalid_request_error */
  readonly errorType?: string
  readonly pauseMs?: number
  /** What it reports of the request; Anthropic counts 60 tokens read from the cache and 10 written to it besides. @default 100 */
  readonly inputTokens?: number
}

export type Part =
  | { readonly text: string }
  | { readonly thinking: string }
  | { readonly call: { readonly id: string; readonly name: string; readonly input: object } }

type Body = Record<string, unknown>
type Call = Extract<Part, { call: unknown }>

const inputTokens = 100
const outputTokens = 20
let replies = 0

const isCall = (part: Part): part is Call => 'call' in part
const textOf = (parts: readonly Part[]): string =>
  parts.map(part => ('text' in part ? part.text : '')).join('')

export function wholeReply(
  format: ConversationFormat,
  body: Body,
  { parts = [], inputTokens: input = inputTokens }: Reply,
): object {
  replies += 1
  const { model } = body
  const calls = parts.filter(isCall)
  if (format === 'anthropic')
    return {
      ...anthropicMessage(model, input),
      content: parts.map(anthropicBlock),
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    }
  if (format === 'openai-chat')
    return {
      id: `chatcmpl_${replies}`,
      object: 'chat.completion',
      created: 1,
      model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: textOf(parts) || null,
            refusal: null,
            ...(calls.length === 0 ? {} : { tool_calls: calls.map(chatCall) }),
          },
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      usage: chatUsage(input),
    }
  return responsesResponse(model, 'completed', parts.map(responsesItem), input)
}

export function streamedReply(
  format: ConversationFormat,
  body: Body,
  { parts = [], inputTokens: input = inputTokens }: Reply,
): readonly string[] {
  replies += 1
  if (format === 'anthropic') return anthropicEvents(body.model, parts, input)
  return format === 'openai-chat' ? chatEvents(body, parts, input) : responsesEvents(body.model, parts, input)
}

/** An error in the place of an answer. */
export function failedReply(
  format: ConversationFormat,
  { model }: Body,
  { error }: { readonly error: object },
): object {
  if (format !== 'openai-responses') return { error }
  return { ...responsesResponse(model, 'failed', [], 0), error }
}

export function failedEvents(
  format: ConversationFormat,
  body: Body,
  failed: { readonly error: object },
): readonly string[] {
  if (format === 'anthropic') return [event({ type: 'ping' }), event({ type: 'error', ...failed })]
  if (format === 'openai-chat') return [`data: ${JSON.stringify(failed)}\n\n`, 'data: [DONE]\n\n']
  const begun = responsesResponse(body.model, 'in_progress', [], 0)
  return [
    event({ type: 'response.created', response: begun, sequence_number: 0 } as { type: string }),
    event({ type: 'response.in_progress', response: begun, sequence_number: 1 } as { type: string }),
    event({
      type: 'response.failed',
      response: failedReply(format, body, failed),
      sequence_number: 2,
    } as { type: string }),
  ]
}

const event = (value: { readonly type: string }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

/** A text in the pieces in which it is streamed; a surrogate pair stays whole. */
function pieces(text: string): readonly string[] {
  return text.match(/.{1,7}/gsu) ?? []
}

// ── Anthropic Messages ──────────────────────────────────────────────────────

const anthropicUsage = (input: number) => ({
  input_tokens: input,
  cache_read_input_tokens: 60,
  cache_creation_input_tokens: 10,
  output_tokens: outputTokens,
})

function anthropicMessage(model: unknown, input: number): object {
  return {
    id: `msg_${replies}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: anthropicUsage(input),
  }
}

function anthropicBlock(part: Part): object {
  if ('text' in part) return { type: 'text', text: part.text, citations: null }
  if ('thinking' in part)
    return { type: 'thinking', thinking: part.thinking, signature: signatureOf(part.thinking) }
  return { type: 'tool_use', ...part.call }
}

export const signatureOf = (thinking: string): string => Buffer.from(thinking).toString('base64')

function anthropicEvents(model: unknown, parts: readonly Part[], input: number): readonly string[] {
  const blocks = parts.flatMap((part, index) => {
    const [start, deltas] = anthropicPieces(part)
    return [
      event({ type: 'content_block_start', index, content_block: start } as { type: string }),
      ...deltas.map(delta => event({ type: 'content_block_delta', index, delta } as { type: string })),
      event({ type: 'content_block_stop', index } as { type: string }),
    ]
  })
  const [first = '', ...rest] = blocks
  return [
    event({
      type: 'message_start',
      message: { ...anthropicMessage(model, input), usage: { ...anthropicUsage(input), output_tokens: 1 } },
    } as { type: string }),
    event({ type: 'ping' }),
    first,
    ...rest,
    event({
      type: 'message_delta',
      delta: { stop_reason: parts.some(isCall) ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: outputTokens },
    } as { type: string }),
    event({ type: 'message_stop' }),
  ]
}

function anthropicPieces(part: Part): readonly [start: object, deltas: readonly object[]] {
  if ('text' in part)
    return [{ type: 'text', text: '' }, pieces(part.text).map(text => ({ type: 'text_delta', text }))]
  if ('thinking' in part)
    return [
      { type: 'thinking', thinking: '', signature: '' },
      [
        ...pieces(part.thinking).map(thinking => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: signatureOf(part.thinking) },
      ],
    ]
  return [
    { type: 'tool_use', id: part.call.id, name: part.call.name, input: {} },
    pieces(JSON.stringify(part.call.input)).map(partial_json => ({ type: 'input_json_delta', partial_json })),
  ]
}

// ── OpenAI Chat Completions ─────────────────────────────────────────────────

const chatUsage = (input: number) => ({
  prompt_tokens: input,
  completion_tokens: outputTokens,
  total_tokens: input + outputTokens,
  prompt_tokens_details: { cached_tokens: 60 },
})

const chatCall = ({ call }: Call): object => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.input) },
})

function chatEvents(
  { model, stream_options }: Body,
  parts: readonly Part[],
  input: number,
): readonly string[] {
  const id = `chatcmpl_${replies}`
  const chunk = (choices: readonly object[], more: object = {}): string =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1, model, choices, ...more })}\n\n`
  const delta = (value: object): string => chunk([{ index: 0, delta: value, finish_reason: null }])
  const calls = parts.filter(isCall).flatMap(({ call }, index) => [
    delta({
      tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }],
    }),
    ...pieces(JSON.stringify(call.input)).map(piece =>
      delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ])
  const hasUsage = (stream_options as { include_usage?: boolean } | undefined)?.include_usage === true
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(textOf(parts)).map(content => delta({ content })),
    ...calls,
    chunk([{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }]),
    ...(hasUsage ? [chunk([], { usage: chatUsage(input) })] : []),
    'data: [DONE]\n\n',
  ]
}

// ── OpenAI Responses ────────────────────────────────────────────────────────

function responsesResponse(model: unknown, status: string, output: readonly object[], input: number): object {
  return {
    id: `resp_${replies}`,
    object: 'response',
    created_at: 1,
    status,
    model,
    output,
    error: null,
    incomplete_details: null,
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    usage:
      status === 'completed'
        ? {
            input_tokens: input,
            output_tokens: outputTokens,
            total_tokens: input + outputTokens,
            input_tokens_details: { cached_tokens: 60 },
            output_tokens_details: { reasoning_tokens: 0 },
          }
        : null,
  }
}

function responsesItem(part: Part, index: number): Record<string, unknown> & { readonly type: string } {
  const id = `${replies}_${index}`
  if ('text' in part)
    return {
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: part.text, annotations: [] }],
    }
  if ('thinking' in part)
    return {
      type: 'reasoning',
      id: `rs_${id}`,
      summary: [{ type: 'summary_text', text: part.thinking }],
      encrypted_content: signatureOf(part.thinking),
    }
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: part.call.id,
    name: part.call.name,
    arguments: JSON.stringify(part.call.input),
    status: 'completed',
  }
}

function responsesEvents(model: unknown, parts: readonly Part[], input: number): readonly string[] {
  const items = parts.map(responsesItem)
  const events: object[] = [
    { type: 'response.created', response: responsesResponse(model, 'in_progress', [], input) },
    { type: 'response.in_progress', response: responsesResponse(model, 'in_progress', [], input) },
  ]
  for (const [output_index, item] of items.entries()) {
    const part = parts[output_index] as Part
    const item_id = item.id
    if ('text' in part) {
      events.push(
        {
          type: 'response.output_item.added',
          output_index,
          item: { ...item, status: 'in_progress', content: [] },
        },
        {
          type: 'response.content_part.added',
          output_index,
          item_id,
          content_index: 0,
          part: { type: 'output_text', text: '', annotations: [] },
        },
        ...pieces(part.text).map(delta => ({
          type: 'response.output_text.delta',
          output_index,
          item_id,
          content_index: 0,
          delta,
          logprobs: [],
        })),
        {
          type: 'response.output_text.done',
          output_index,
          item_id,
          content_index: 0,
          text: part.text,
          logprobs: [],
        },
        {
          type: 'response.content_part.done',
          output_index,
          item_id,
          content_index: 0,
          part: { type: 'output_text', text: part.text, annotations: [] },
        },
      )
    } else if ('call' in part) {
      const text = JSON.stringify(part.call.input)
      events.push(
        {
          type: 'response.output_item.added',
          output_index,
          item: { ...item, status: 'in_progress', arguments: '' },
        },
        ...pieces(text).map(delta => ({
          type: 'response.function_call_arguments.delta',
          output_index,
          item_id,
          delta,
        })),
        {
          type: 'response.function_call_arguments.done',
          output_index,
          item_id,
          name: part.call.name,
          arguments: text,
        },
      )
    } else events.push({ type: 'response.output_item.added', output_index, item: { ...item, summary: [] } })
    events.push({ type: 'response.output_item.done', output_index, item })
  }
  events.push({ type: 'response.completed', response: responsesResponse(model, 'completed', items, input) })
  return events.map((value, sequence_number) =>
    event({ ...value, sequence_number } as unknown as { type: string }),
  )
}
