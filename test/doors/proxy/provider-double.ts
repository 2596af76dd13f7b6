/** A provider on loopback: refuses what the real one would refuse, and answers by a script, streamed or whole. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'
import { routeOf } from '../../../src/doors/proxy/route-of.ts'
import { decoded } from '../../../src/doors/proxy/transport/content-coding.ts'
import { formatNamed, formats } from '../../../src/formats/index.ts'
import { countRequest } from './count-request.ts'
import { failedEvents, failedReply, type Reply, streamedReply, wholeReply } from './provider-replies.ts'

export type Body = Record<string, unknown>

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly bytes: Buffer
  readonly body: Body
}

export interface Provider {
  readonly url: string
  readonly asked: Asked[]
  /** Requests whose connection ended before they were answered. */
  aborted: number
  /** What the model says; called for each request that is valid. */
  reply: (body: Body, asked: Asked) => Reply
  /** Counting takes longer than answering. @default only where there is a window */
  isCounting: boolean
  /** Where it counts: tokens of each request that it answered, as a session counts them. */
  readonly counted: number[]
  /** Refuses requests of more tokens, in the words of the provider. @default never */
  window: number
  /** Where it says that a request is too long: by its status, or in an answer of status 200. @default 'status' */
  refusesIn: 'status' | 'answer'
  /** Takes a request over, for tests of what no provider should do. */
  instead: ((incoming: IncomingMessage, outgoing: ServerResponse, asked: Asked) => void) | undefined
  close(): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    aborted: 0,
    isCounting: false,
    counted: [],
    window: Number.POSITIVE_INFINITY,
    refusesIn: 'status',
    reply: () => ({ parts: [{ text: 'Hello.' }] }),
    instead: undefined,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) provider.aborted += 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const plain = await decoded(bytes, incoming.headers['content-encoding'], 1e9).catch(() => bytes)
    const { method = '', url = '', headers, rawHeaders } = incoming
    const asked: Asked = { method, url, headers, rawHeaders, bytes, body: parsed(plain) }
    provider.asked.push(asked)
    if (provider.instead !== undefined) return provider.instead(incoming, outgoing, asked)
    const route = routeOf(method, url.split('?')[0] ?? '')
    if (route === undefined) return json(incoming, outgoing, 200, { object: 'list', data: [], path: url })
    const format = route.format as ConversationFormat
    const problem = problemOf(asked, format)
    if (problem !== undefined) return json(incoming, outgoing, 400, refusal(problem))
    const size = JSON.stringify(asked.body).length
    if (route.purpose === 'count') return json(incoming, outgoing, 200, { input_tokens: size })
    const isCounting = provider.isCounting || Number.isFinite(provider.window)
    const tokens = isCounting ? countRequest(asked.body) : 0
    if (tokens > provider.window) {
      const error = tooLong(format, tokens, provider.window)
      if (provider.refusesIn === 'status') return json(incoming, outgoing, 400, error)
      if (asked.body.stream !== true)
        return json(incoming, outgoing, 200, failedReply(format, asked.body, error))
      outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      for (const event of failedEvents(format, asked.body, error)) outgoing.write(event)
      return void outgoing.end()
    }
    const reply = provider.reply(asked.body, asked)
    if (reply.status !== undefined)
      return json(incoming, outgoing, reply.status, refusal(reply.error ?? 'no', reply.errorType), {
        'retry-after': '7',
      })
    if (isCounting) provider.counted.push(tokens)
    if (asked.body.stream !== true)
      return json(incoming, outgoing, 200, wholeReply(format, asked.body, reply), {
        'x-request-id': 'req_1',
      })
    outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'req_1' })
    for (const event of streamedReply(format, asked.body, reply)) {
      if (outgoing.destroyed) return
      if (reply.pauseMs !== undefined) await new Promise(resolve => setTimeout(resolve, reply.pauseMs))
      outgoing.write(event)
    }
    outgoing.end()
  }
  return provider
}

function parsed(bytes: Buffer): Body {
  try {
    return JSON.parse(bytes.toString()) as Body
  } catch {
    return {}
  }
}

/** The provider's own rules: pairs, roles, order, signatures; and tools that are called must be declared. */
function problemOf({ body }: Asked, format: ConversationFormat): string | undefined {
  const input = body[format === 'openai-responses' ? 'input' : 'messages']
  // What came before is known by its name, here as there.
  if (typeof input === 'string' || body.previous_response_id !== undefined) return undefined
  if (!Array.isArray(input) || input.length === 0) return 'messages: at least one message is required'
  const reader = formatNamed(format)
  const misfit = input.map(message => reader.detect(message, formats)).find(fit => fit.fits === 'no')
  if (misfit?.fits === 'no') return misfit.why
  const [problem] = reader.check(input)
  if (problem !== undefined) return `messages.${problem.message}: ${problem.code}: ${problem.why}`
  if (typeof body.model !== 'string') return 'model: field required'
  return undefined
}

function refusal(
  message: string,
  type = 'invalid_request_error',
  code: string | null = null,
): { readonly error: object } {
  return { type: 'error', error: { type, message, code, param: null } } as { readonly error: object }
}

/** As the three providers write it. */
function tooLong(format: ConversationFormat, tokens: number, window: number): { readonly error: object } {
  const exceeded = 'context_length_exceeded'
  if (format === 'anthropic') return refusal(`prompt is too long: ${tokens} tokens > ${window} maximum`)
  return format === 'openai-chat'
    ? refusal(
        `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`,
        undefined,
        exceeded,
      )
    : refusal('Your input exceeds the context window of this model.', undefined, exceeded)
}

function json(
  { headers }: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  value: unknown,
  extra: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(value))
  const isPacked = (headers['accept-encoding'] ?? '').includes('gzip')
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    ...extra,
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  })
  outgoing.end(isPacked ? gzipSync(bytes) : bytes)
}
