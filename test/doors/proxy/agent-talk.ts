/** A client of each provider, as far as a test needs one to talk through the proxy: whole answers, plain requests. */
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'
import type { Asked, Body } from './provider-double.ts'

export interface Talk {
  readonly format: ConversationFormat
  readonly path: string
  body(history: readonly object[], more?: object): Body
  user(text: string): object
  result(id: string, text: string): object
  /** What a client sends back of an answer. */
  said(answer: Body): readonly object[]
  /** The client's own calls in an answer. */
  calls(answer: Body): readonly { readonly id: string; readonly input: Body }[]
}

const schema = { type: 'object' }

export const talks: readonly Talk[] = [
  {
    format: 'anthropic',
    path: '/v1/messages',
    body: (messages, more) => ({
      model: 'm',
      max_tokens: 99,
      tools: [{ name: 'bash', input_schema: schema }],
      messages: marked(messages),
      ...more,
    }),
    user: content => ({ role: 'user', content }),
    result: (id, content) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }),
    said: ({ content }) => [{ role: 'assistant', content }],
    calls: ({ content }) =>
      (content as Body[]).flatMap(({ type, id, input }) =>
        type === 'tool_use' ? [{ id: String(id), input: input as Body }] : [],
      ),
  },
  {
    format: 'openai-chat',
    path: '/v1/chat/completions',
    body: (messages, more) => ({
      model: 'm',
      tools: [{ type: 'function', function: { name: 'bash', parameters: schema } }],
      messages,
      ...more,
    }),
    user: content => ({ role: 'user', content }),
    result: (id, content) => ({ role: 'tool', tool_call_id: id, content }),
    said: answer => [messageOf(answer)],
    calls: answer =>
      ((messageOf(answer).tool_calls ?? []) as { id: string; function: { arguments: string } }[]).map(
        call => ({ id: call.id, input: JSON.parse(call.function.arguments) }),
      ),
  },
  {
    format: 'openai-responses',
    path: '/v1/responses',
    body: (input, more) => ({
      model: 'm',
      store: false,
      tools: [{ type: 'function', name: 'bash', parameters: schema, strict: false }],
      input,
      ...more,
    }),
    user: content => ({ role: 'user', content }),
    result: (id, output) => ({ type: 'function_call_output', call_id: id, output }),
    said: ({ output }) => output as object[],
    calls: ({ output }) =>
      (output as Body[]).flatMap(({ type, call_id, arguments: input }) =>
        type === 'function_call' ? [{ id: String(call_id), input: JSON.parse(String(input)) }] : [],
      ),
  },
]

function messageOf({ choices }: Body): Body {
  const [choice] = choices as { message: Body }[]
  return choice?.message ?? {}
}

/** The newest message bears the mark that moves with every request, as agents set it: a text becomes a list for it. */
function marked(messages: readonly object[]): readonly object[] {
  return messages.map((message, index) => {
    const { role, content } = message as { role: string; content: unknown }
    if (index < messages.length - 1 || role !== 'user') return message
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as object[])
    return {
      role,
      content: blocks.map((block, at) =>
        at === blocks.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
      ),
    }
  })
}

export const itemsIn = ({ body }: Pick<Asked, 'body'>): readonly Body[] =>
  (body.messages ?? body.input) as Body[]

/** Messages as JSON without the marks that steer a cache, and with a text that was listed for one as the text. */
export function plainItems(asked: Pick<Asked, 'body'>): string {
  return itemsIn(asked)
    .map(item =>
      JSON.stringify(item)
        .replaceAll(',"cache_control":{"type":"ephemeral"}', '')
        .replace(/"content":\[\{"type":"text","text":("(?:[^"\\]|\\.)*")\}\]/, '"content":$1'),
    )
    .join('\n')
}

export const toolsIn = ({ body }: Pick<Asked, 'body'>): readonly unknown[] =>
  ((body.tools ?? []) as { name?: string; function?: { name: string } }[]).map(
    each => each.name ?? each.function?.name,
  )
