/** A provider on loopback that refuses what the real one refuses, and answers as the recorded model did. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Answer,
  answerOf,
  callsTools,
  sayingAnswer,
  streamedAnswer,
  wholeAnswer,
  withCalls,
} from './provider-answers.ts'
import type { ProviderRules } from './provider-rules.ts'
import type { Fields, ReplaySession } from './replay-session.ts'
import { lookupIn, lookupSentence } from './scripted-lookups.ts'
import { type Inspector, inspector, messagesOf, type SentRequest } from './sent-request.ts'

/** Tells which session a request belongs to. */
export const sessionHeader = 'x-replay-session'

/** Tells how often its client has asked so far. */
export const attemptHeader = 'x-replay-attempt'

export interface ReplayProviderOptions extends ProviderRules {
  readonly window: number
}

/** What the client is asking at the moment. */
export interface Asking {
  readonly turn: number
  readonly given: Fields
}

export interface ReplayedConversation {
  readonly inspector: Inspector
  asking: Asking
  /** Which request of the client is the current one. */
  attempt: number
  /** Requests that the current question has led to: more than one where the model looked something up. */
  sent: SentRequest[]
  /** What the client has to see of the answers to these. */
  seen: Answer[]
  lookups: number
}

export interface ReplayProvider {
  readonly url: string
  open(session: ReplaySession): ReplayedConversation
  finish(session: ReplaySession): void
  close(): Promise<void>
}

export async function startReplayProvider(options: ReplayProviderOptions): Promise<ReplayProvider> {
  const open = new Map<
    string,
    { readonly session: ReplaySession; readonly conversation: ReplayedConversation }
  >()
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const known = open.get(String(incoming.headers[sessionHeader]))
    if (known === undefined) return json(outgoing, 404, { error: { message: 'no such session' } })
    const { session, conversation } = known
    // Of a proxy that was killed, and only read now: the client has asked again since.
    if (Number(incoming.headers[attemptHeader]) < conversation.attempt)
      return json(outgoing, 409, { error: { message: 'asked again since' } })
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Fields
    const sent = conversation.inspector.inspect(body, conversation.asking.given)
    const isTooLong = sent.tokens > options.window
    conversation.sent.push(
      isTooLong ? { ...sent, problems: [...sent.problems, tooLong(sent, options)] } : sent,
    )
    const [problem] = conversation.sent.at(-1)?.problems ?? []
    if (problem !== undefined)
      return json(outgoing, 400, {
        type: 'error',
        error: { type: 'invalid_request_error', message: problem },
      })
    const answered = nextAnswer(session, conversation, body)
    for (const block of answered) conversation.inspector.sign(block)
    const shown = {
      id: `answer_${session.number}_${conversation.asking.turn}`,
      model: body.model,
      inputTokens: sent.tokens,
    }
    if (body.stream !== true) return json(outgoing, 200, wholeAnswer(session.format, answered, shown))
    outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    outgoing.end(streamedAnswer(session.format, answered, shown))
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open(session) {
      const conversation: ReplayedConversation = {
        inspector: inspector(session.format, options),
        asking: { turn: 0, given: {} },
        attempt: 0,
        sent: [],
        seen: [],
        lookups: 0,
      }
      open.set(String(session.number), { session, conversation })
      return conversation
    },
    finish: session => void open.delete(String(session.number)),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const tooLongPrefix = 'prompt is too long'

function tooLong({ tokens }: SentRequest, { window }: ReplayProviderOptions): string {
  return `${tooLongPrefix}: ${tokens} tokens > ${window} maximum`
}

const handlePattern = /\bdb_[0-9a-f]{12,64}\b/g

function nextAnswer(session: ReplaySession, conversation: ReplayedConversation, body: Fields): Answer {
  const { format, turns } = session
  const { asking, sent } = conversation
  const turn = turns[asking.turn]
  const recorded = turn === undefined ? [] : answerOf(turn, format)
  const hasTools = JSON.stringify(body.tools ?? []).includes('"fovea_expand"')
  const plainly = (): Answer => {
    conversation.seen.push(recorded)
    return recorded
  }
  if (!hasTools) return plainly()
  const handles = JSON.stringify(messagesOf(format, body)).match(handlePattern) ?? []
  const lookup = lookupIn(session, asking.turn, sent.length - 1, [...new Set(handles)])
  if (lookup === undefined) return plainly()
  conversation.lookups += lookup.uses.length
  if (lookup.is === 'beside' && callsTools(format, recorded)) return withCalls(format, plainly(), lookup.uses)
  conversation.seen.push(sayingAnswer(format, lookupSentence))
  return withCalls(format, sayingAnswer(format, lookupSentence), lookup.uses)
}

function json(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(value))
}
