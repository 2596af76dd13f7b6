/** A provider on this machine that needs no key: it answers every request with one sentence, in the formats of four APIs. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { FoveaError } from '../../../errors.ts'
import { jsonRecord } from '../../../tokens/json-value.ts'
import { closeServer, listenOn } from '../../http/listen-on.ts'
import { sendJson } from '../../pages/send-page.ts'
import { formatNumber } from '../format-number.ts'

const sentence = 'Understood.'
const events = { 'content-type': 'text/event-stream' }

interface Api {
  readonly path: RegExp
  readonly whole: object
  /** The events of a streamed answer: names and data. */
  readonly streamed: readonly (readonly [name: string, data: object | string])[]
}

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'local',
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 3 },
}
const chat = { id: 'chat_1', created: 1, model: 'local' }
const chatChunk = (delta: object, finish_reason: string | null): object => ({
  ...chat,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
})
const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'local' }
const said = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: sentence, annotations: [] }],
}
const finished = {
  ...response,
  status: 'completed',
  output: [said],
  usage: { input_tokens: 1, output_tokens: 3, total_tokens: 4 },
}
const candidate = {
  candidates: [{ content: { role: 'model', parts: [{ text: sentence }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 3, totalTokenCount: 4 },
}

const apis: readonly Api[] = [
  {
    path: /\/messages$/,
    whole: { ...message, content: [{ type: 'text', text: sentence }] },
    streamed: [
      ['message_start', { message: { ...message, content: [], stop_reason: null } }],
      ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
      ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: sentence } }],
      ['content_block_stop', { index: 0 }],
      [
        'message_delta',
        { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 3 } },
      ],
      ['message_stop', {}],
    ],
  },
  {
    path: /\/chat\/completions$/,
    whole: {
      ...chat,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: sentence }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 },
    },
    streamed: [
      ['', chatChunk({ role: 'assistant', content: sentence }, null)],
      ['', chatChunk({}, 'stop')],
      ['', '[DONE]'],
    ],
  },
  {
    path: /\/responses$/,
    whole: finished,
    streamed: [
      ['response.created', { response: { ...response, status: 'in_progress', output: [] } }],
      [
        'response.output_item.added',
        { output_index: 0, item: { ...said, status: 'in_progress', content: [] } },
      ],
      [
        'response.output_text.delta',
        { item_id: said.id, output_index: 0, content_index: 0, delta: sentence },
      ],
      ['response.output_item.done', { output_index: 0, item: said }],
      ['response.completed', { response: finished }],
    ],
  },
  {
    path: /:(?:generate|streamGenerate)Content$/,
    whole: candidate,
    streamed: [['', candidate]],
  },
]

interface TrialProvider {
  readonly url: string
  close(): Promise<void>
}

export async function startTrialProvider(): Promise<TrialProvider> {
  const server = createServer(async (request, answer) => {
    // Nobody reads the answer to a request that broke off.
    const body = await text(request).catch(() => '')
    const [pathname = '/'] = (request.url ?? '/').split('?', 1)
    const api = apis.find(({ path }) => path.test(pathname))
    const isStreamed = pathname.endsWith(':streamGenerateContent') || jsonRecord(body)?.stream === true
    if (api === undefined) sendJson(answer, 404, { error: { message: `There is no ${pathname} here.` } })
    else if (isStreamed) answer.writeHead(200, events).end(api.streamed.map(eventText).join(''))
    else sendJson(answer, 200, api.whole)
  })
  const { url } = await listenOn(server, { port: 0, host: '127.0.0.1', flag: '--try' })
  return { url, close: () => closeServer(server) }
}

function eventText([name, data]: Api['streamed'][number]): string {
  if (typeof data === 'string') return `data: ${data}\n\n`
  return name === ''
    ? `data: ${JSON.stringify(data)}\n\n`
    : `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`
}

/** A window so small that the request counts as long. */
export const trialWindow = 12_000

const errorLine = '1042 ERROR POST /orders/HB-11459/checkout 500 deadlock detected'
const log = Array.from({ length: 1500 }, (_, line) =>
  line === 1042 ? errorLine : `${line} INFO GET /orders/HB-${10_417 + line} 200`,
).join('\n')

const request = {
  model: 'claude-opus-4-6',
  max_tokens: 500,
  messages: [
    { role: 'user', content: 'Why did a checkout fail last night?' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_log', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: log }] },
    { role: 'assistant', content: 'One checkout ran into a deadlock.' },
    { role: 'user', content: 'And what should we do about it?' },
  ],
  tools: [{ name: 'read_log', input_schema: { type: 'object' } }],
}

/** Reports what was sent, what arrived and what came back. Throws if the proxy did not compress. */
export async function tryProxy(url: string, token: string | undefined): Promise<string> {
  const answer = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'x-fovea-token': token }),
    },
    body: JSON.stringify(request),
  })
  const { content } = (await answer.json()) as { content?: readonly { text?: string }[] }
  const tokens = (name: string): number => Number(answer.headers.get(`x-fovea-${name}-tokens`))
  const said = content?.[0]?.text
  if (!answer.ok || said === undefined || !(tokens('saved') > 0))
    throw new FoveaError('internal', `The try failed: the proxy answered ${answer.status} and saved nothing.`)
  const given = tokens('given')
  return `sent a request of ${formatNumber(given)} tokens, and ${formatNumber(given - tokens('saved'))} tokens reached the provider, which answered: ${said}`
}
