/** A turn in which the proxy answers the lookups of the model, while the client sees a single answer. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import type { RawRecord } from '../../formats/raw-value.ts'
import { jsonRecord } from '../../tokens/json-value.ts'
import { exactCounter } from '../../tokens/tokens.ts'
import { answerLookup, type LookupAnswer, type ReadableOriginals } from '../../tools/lookup/lookup-tools.ts'
import { maxPageLength } from '../../tools/lookup/text-page.ts'
import { failureToReach } from './answer-failure.ts'
import type { Dialect, LookupCall, LookupResult, Round, Turn } from './dialects/dialect.ts'
import { type ProxyExchange, relay, writeHead } from './proxy-exchange.ts'
import { type AnswerPlace, rememberLookups } from './tools/hidden-lookups.ts'
import {
  bytesOf,
  type FailedAnswer,
  failedAnswer,
  isJsonAnswer,
  isStream,
  plainBody,
} from './transport/answer-body.ts'
import { startOfStream, startOfWhole } from './transport/answer-start.ts'
import type { HeaderList } from './transport/header-list.ts'
import { failureOf, isTooLong, type UpstreamFailure } from './transport/upstream-failure.ts'
import { type ServerSentEvent, sseReader } from './usage/sse-reader.ts'

export interface LookupTurn {
  readonly passage: ProxyExchange
  readonly dialect: Dialect
  /** As it was sent; parsed only if the turn continues. */
  readonly body: () => RawRecord
  /** The originals that the model may look up. */
  readonly originals: ReadableOriginals
  /** Called for every turn with an identifier of the provider. */
  readonly onAnswer: (id: string) => Promise<void>
  /** Where the answer will be in the conversation. */
  readonly place: AnswerPlace
  /** Our headers for the answer. */
  readonly extra: HeaderList
  readonly send: (bytes: Buffer) => Promise<IncomingMessage>
}

/**
 * An answer that is not a turn of a conversation, such as an error, is passed on as it is. `start`: its body, if some of it was
 * already read.
 */
export async function converse(
  conversation: LookupTurn,
  answer: IncomingMessage,
  start?: Readable,
): Promise<void> {
  const { passage, extra } = conversation
  const body = start ?? (answer.statusCode === 200 ? plainBody(answer) : undefined)
  if (body !== undefined && isStream(answer)) return converseStreamed(conversation, answer, body)
  if (body !== undefined && isJsonAnswer(answer)) return converseWhole(conversation, answer, body)
  return relay(passage, answer, extra)
}

/** Headers that describe the bytes of the original answer. */
const ofTheBytes: readonly string[] = ['content-length', 'content-encoding']

async function converseStreamed(
  conversation: LookupTurn,
  head: IncomingMessage,
  first: Readable,
): Promise<void> {
  const { passage, dialect, extra } = conversation
  writeHead(passage, head, extra, ...ofTheBytes)
  const editor = dialect.streamEditor()
  let rounds: readonly Round[] = []
  let answer = first
  let counted = Promise.resolve()
  for (;;) {
    const rest = await pump(answer, passage, event => editor.read(event))
    await counted
    const turn = editor.endTurn()
    const results = turn === undefined ? [] : await lookUp(conversation, turn, rounds.length)
    if (turn === undefined || !goesOn(turn, rounds.length, passage)) {
      if (turn !== undefined) await remember(conversation, rounds, { turn, results })
      return end(passage, editor.close() + rest)
    }
    const next = await goOn(conversation, [...rounds, { turn, results }], isStream).catch(error => {
      // The client is already reading: an error that it can read is better than a stream that breaks off.
      if (passage.signal.aborted) throw error
      return {
        type: 'failed',
        answer: { failure: unreachable(error, passage.target.upstream.host) },
      } as const
    })
    if (next.type === 'failed') return end(passage, dialect.errorEvent(next.answer.failure))
    rounds = next.rounds
    counted = next.counted
    answer = next.body
  }
}

async function converseWhole(
  conversation: LookupTurn,
  first: IncomingMessage,
  firstBody: Readable,
): Promise<void> {
  const { passage, dialect, extra } = conversation
  const answers: RawRecord[] = []
  let rounds: readonly Round[] = []
  let head = first
  let answer = firstBody
  let counted = Promise.resolve()
  for (;;) {
    const bytes = await bytesOf(answer)
    await counted
    const value = jsonRecord(bytes.toString())
    const turn = value === undefined ? undefined : dialect.readTurn(value)
    const results = turn === undefined ? [] : await lookUp(conversation, turn, rounds.length)
    if (value === undefined || turn === undefined) {
      // The answer is not a turn: it is passed on unchanged.
      writeHead(passage, head, extra, ...ofTheBytes)
      return end(passage, bytes)
    }
    answers.push(value)
    if (!goesOn(turn, rounds.length, passage)) {
      await remember(conversation, rounds, { turn, results })
      writeHead(passage, head, extra, ...ofTheBytes)
      const isSeen = rounds.length === 0 && turn.calls.length === 0
      const turns = [...rounds.map(each => each.turn), turn]
      return end(passage, isSeen ? bytes : JSON.stringify(dialect.merge(answers, turns)))
    }
    const next = await goOn(conversation, [...rounds, { turn, results }], isJsonAnswer)
    if (next.type === 'failed') {
      writeHead(passage, next.answer.head, extra, 'content-length')
      return end(passage, next.answer.bytes)
    }
    rounds = next.rounds
    head = next.head
    counted = next.counted
    answer = next.body
  }
}

type NextAnswer =
  | {
      readonly type: 'answered'
      readonly head: IncomingMessage
      readonly body: Readable
      /** The error that was sent instead of an answer. */
      readonly failure?: UpstreamFailure
      readonly rounds: readonly Round[]
      /** An answer starts to flow as soon as it arrives: await this only after reading it. */
      readonly counted: Promise<void>
    }
  | { readonly type: 'failed'; readonly answer: FailedAnswer }

/** Sends the request with all rounds so far; if that is too long, without the results of lookups. */
async function goOn(
  conversation: LookupTurn,
  rounds: readonly Round[],
  isExpected: (answer: IncomingMessage) => boolean,
): Promise<NextAnswer> {
  const { dialect, passage, send } = conversation
  const body = conversation.body()
  const attempt = async (tried: readonly Round[]): Promise<NextAnswer> => {
    const added = tried.map(round => dialect.sentBack(round, body))
    const request = dialect.withItems(body, [...dialect.itemsOf(body), ...added.flat()])
    const head = await send(Buffer.from(JSON.stringify(request)))
    const plain = head.statusCode === 200 && isExpected(head) ? plainBody(head) : undefined
    if (plain === undefined) return { type: 'failed', answer: await failedAnswer(head) }
    const counted = countRound(passage, added.at(-1) ?? [])
    const start = await (isExpected === isStream ? startOfStream : startOfWhole)(plain)
    return { type: 'answered', head, ...start, rounds: tried, counted }
  }
  const next = await attempt(rounds)
  const failure = next.type === 'failed' ? next.answer.failure : next.failure
  if (failure === undefined || !isTooLong(failure)) return next
  if (next.type === 'answered') next.body.destroy()
  return attempt(rounds.map(withoutTexts))
}

function unreachable(error: unknown, host: string): UpstreamFailure {
  const { status, body } = failureToReach(error, host)
  return failureOf(status, body)
}

const leftOut = 'The window of this model has no room for what was looked up. Go on without it.'

function withoutTexts({ turn, results }: Round): Round {
  return { turn, results: results.map(({ call }) => ({ call, text: leftOut, isError: true })) }
}

/** Everything sent beside the request itself is paid for too. */
async function countRound({ facts, settings }: ProxyExchange, added: readonly RawRecord[]): Promise<void> {
  if (facts.receipt !== undefined) facts.receipt = await settings.preparer.extend(facts.receipt, added)
}

/** Resolves when the client has all of it, so that the connection is not closed before. */
async function end({ outgoing }: ProxyExchange, rest: string | Buffer): Promise<void> {
  outgoing.end(rest)
  await finished(outgoing)
}

/** Whether only our calls are left to answer, and the limit of rounds is not reached. */
function goesOn(turn: Turn, rounds: number, { settings }: ProxyExchange): boolean {
  return turn.calls.length > 0 && !turn.isMixed && turn.wantsAnswers && rounds <= settings.maxToolRounds
}

const enough = 'No more lookups in this turn. Answer with what you have.'

async function lookUp(
  { passage, originals, onAnswer }: LookupTurn,
  { id, calls }: Turn,
  rounds: number,
): Promise<readonly LookupResult[]> {
  const { settings, facts } = passage
  if (id !== undefined) await onAnswer(id)
  const results: LookupResult[] = []
  let room = facts.receipt?.tokens.room
  for (const call of calls) {
    if (rounds >= settings.maxToolRounds) {
      results.push({ call, text: enough, isError: true })
      continue
    }
    const { text, isError, tokens } = await sizedLookup(call, originals, room)
    if (room !== undefined) room -= tokens
    results.push({ call, text, isError })
  }
  if (calls.length > 0) facts.lookups = (facts.lookups ?? 0) + calls.length
  return results
}

/** Runs before the client has its answer, and so before it can send another request. */
async function remember(conversation: LookupTurn, rounds: readonly Round[], last: Round): Promise<void> {
  const { passage, dialect, place } = conversation
  // If a turn ended with unanswered lookups, their calls are not remembered.
  const remembered = last.turn.isMixed ? last : { turn: last.turn, results: [] }
  try {
    await rememberLookups(rounds, remembered, { dialect, place, store: passage.settings.store })
  } catch {
    // The model will have to look it up again.
    passage.facts.notes = [...passage.facts.notes, 'lookups-forgotten']
  }
}

/** Passes edited events on as they arrive; returns the text after the last one. */
async function pump(
  answer: Readable,
  { outgoing, signal }: ProxyExchange,
  edit: (event: ServerSentEvent) => string,
): Promise<string> {
  let edited = ''
  const reader = sseReader(event => {
    edited += edit(event)
  })
  const decoder = new StringDecoder('utf8')
  for await (const chunk of answer) {
    reader.write(decoder.write(chunk as Buffer))
    if (edited !== '' && !outgoing.write(edited)) await once(outgoing, 'drain', { signal })
    edited = ''
  }
  return reader.end()
}

/** Maximum share of the remaining window for an answer: the model must continue from it, and look up more. */
const roomShare = 0.25
/** A shorter text is useless. */
const minTokens = 100
/** An average for most texts. */
const charactersPerToken = 4

/** The answer to a lookup, in a size that fits into the remaining window. */
interface SizedAnswer extends LookupAnswer {
  readonly tokens: number
}

const noRoom = 'There is no room left in this conversation for what was looked up. Go on without it.'

/** `room`: tokens left in the window; `undefined` if that is unknown. */
async function sizedLookup(
  { name, input }: LookupCall,
  store: ReadableOriginals,
  room: number | undefined,
): Promise<SizedAnswer> {
  const counter = exactCounter()
  const maxTokens = room === undefined ? Number.POSITIVE_INFINITY : Math.floor(room * roomShare)
  if (maxTokens < minTokens) return { text: noRoom, isError: true, tokens: counter.count(noRoom) }
  let characters = Math.min(maxPageLength, maxTokens * charactersPerToken)
  for (;;) {
    const answer = await answerLookup(name, input, store, characters)
    const tokens = counter.count(answer.text)
    if (tokens <= maxTokens || characters === 1) return { ...answer, tokens }
    characters = Math.max(1, Math.floor((characters * 0.9 * maxTokens) / tokens))
  }
}
