/** A turn in which the proxy itself answers the lookups of the model, while the client sees one answer. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import type { RawRecord } from '../formats/raw-value.ts'
import { answerLookup } from '../lookup/lookup-tools.ts'
import type { ReadableOriginals } from '../lookup/readable-originals.ts'
import { type Passage, relay, writeHead } from './passage.ts'
import type { Dialect, LookupResult, Round, Turn } from './tools/dialect.ts'
import { rememberLookups } from './tools/hidden-lookups.ts'
import { bytesOf, failureText, isJson, isStream, parsedObject } from './transport/answer-body.ts'
import type { HeaderList } from './transport/header-list.ts'
import { type ServerSentEvent, sseReader } from './usage/sse-reader.ts'

export interface Conversation {
  readonly passage: Passage
  readonly dialect: Dialect
  /** As it was sent; read only where the turn goes on. */
  readonly body: () => RawRecord
  /** What the model may look up. */
  readonly originals: ReadableOriginals
  /** Called for every turn that the provider has a name for. */
  readonly onAnswer: (id: string) => Promise<void>
  /** Headers of ours for the answer. */
  readonly extra: HeaderList
  readonly send: (bytes: Buffer) => Promise<IncomingMessage>
}

/** An answer that is no turn of a conversation, such as an error, is passed on as it is. */
export async function converse(conversation: Conversation, answer: IncomingMessage): Promise<void> {
  const { passage, extra } = conversation
  if (answer.statusCode === 200 && isStream(answer)) return converseStreamed(conversation, answer)
  if (answer.statusCode === 200 && isJson(answer)) return converseWhole(conversation, answer)
  return relay(passage, answer, extra)
}

async function converseStreamed(conversation: Conversation, first: IncomingMessage): Promise<void> {
  const { passage, dialect, extra } = conversation
  writeHead(passage, first, extra, 'content-length')
  const editor = dialect.streamEditor()
  const rounds: Round[] = []
  let body: RawRecord | undefined
  let answer = first
  for (;;) {
    const rest = await pump(answer, passage, event => editor.read(event))
    const turn = editor.endTurn()
    const results = turn === undefined ? [] : await lookUp(conversation, turn, rounds.length)
    if (turn === undefined || !goesOn(turn, rounds.length, passage)) {
      if (turn !== undefined) await remember(conversation, rounds, { turn, results })
      return end(passage, editor.close() + rest)
    }
    rounds.push({ turn, results })
    body = dialect.next(body ?? conversation.body(), { turn, results })
    answer = await conversation.send(Buffer.from(JSON.stringify(body)))
    if (answer.statusCode !== 200 || !isStream(answer))
      return end(passage, dialect.errorEvent(await failureText(answer)))
  }
}

async function converseWhole(conversation: Conversation, first: IncomingMessage): Promise<void> {
  const { passage, dialect, extra } = conversation
  const rounds: Round[] = []
  const answers: RawRecord[] = []
  let body: RawRecord | undefined
  let answer = first
  for (;;) {
    const bytes = await bytesOf(answer)
    const value = parsedObject(bytes)
    const turn = answer.statusCode === 200 && value !== undefined ? dialect.readTurn(value) : undefined
    const results = turn === undefined ? [] : await lookUp(conversation, turn, rounds.length)
    if (value === undefined || turn === undefined || (rounds.length === 0 && turn.calls.length === 0)) {
      // Nothing of ours in it, or an error: as it came.
      writeHead(passage, answer, extra, 'content-length')
      return end(passage, bytes)
    }
    answers.push(value)
    if (!goesOn(turn, rounds.length, passage)) {
      await remember(conversation, rounds, { turn, results })
      writeHead(passage, answer, extra, 'content-length')
      return end(passage, JSON.stringify(dialect.merge(answers, [...rounds.map(each => each.turn), turn])))
    }
    rounds.push({ turn, results })
    body = dialect.next(body ?? conversation.body(), { turn, results })
    answer = await conversation.send(Buffer.from(JSON.stringify(body)))
  }
}

/** Done when the client has it all, so that nobody closes the connection before. */
async function end({ outgoing }: Passage, rest: string | Buffer): Promise<void> {
  outgoing.end(rest)
  await finished(outgoing)
}

/** Only ours are left to answer, and the model has not been at it for too long. */
function goesOn(turn: Turn, rounds: number, { settings }: Passage): boolean {
  return turn.calls.length > 0 && !turn.isMixed && turn.wantsAnswers && rounds <= settings.maxToolRounds
}

const enough = 'No more lookups in this turn. Answer with what you have.'

async function lookUp(
  { passage, originals, onAnswer }: Conversation,
  { id, calls }: Turn,
  rounds: number,
): Promise<readonly LookupResult[]> {
  const { settings, facts } = passage
  if (id !== undefined) await onAnswer(id)
  const results: LookupResult[] = []
  for (const call of calls) {
    const answer =
      rounds < settings.maxToolRounds
        ? await answerLookup(call.name, call.input, originals)
        : { text: enough, isError: true }
    results.push({ call, ...answer })
  }
  if (calls.length > 0) facts.lookups = (facts.lookups ?? 0) + calls.length
  return results
}

/** Before the client has its answer, and so before it can ask again. */
async function remember(conversation: Conversation, rounds: readonly Round[], last: Round): Promise<void> {
  const isSeen = rounds.length === 0 && last.turn.calls.length === 0
  if (isSeen) return
  const { passage, dialect } = conversation
  // Of a turn that ended with unanswered lookups, the calls are forgotten.
  const told = last.turn.isMixed ? last : { turn: last.turn, results: [] }
  try {
    const session = passage.facts.receipt?.session ?? ''
    await rememberLookups(dialect.hidden(rounds, told, session), passage.settings.store, session)
  } catch {
    // The model will have to look again.
    passage.facts.notes = [...passage.facts.notes, 'lookups-forgotten']
  }
}

/** Events as they come, edited; what stands after the last of them comes back. */
async function pump(
  answer: IncomingMessage,
  { outgoing, signal }: Passage,
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
