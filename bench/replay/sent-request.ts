/** One request as it reached the provider, held against what the client gave and what was sent before. */
import { formatNamed } from '../../src/formats/index.ts'
import { withoutCacheMarks } from '../../src/session/message-identity.ts'
import { countMessage, countOverhead, countSystem, countTools } from '../../src/tokens/message-tokens.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'
import type { Message } from '../../src/types.ts'
import type { ConversationFormat } from './conversation-format.ts'
import { instructionsIn } from './instructions.ts'
import { type ProviderRules, refusals } from './provider-rules.ts'
import type { Fields } from './replay-session.ts'

export interface SentRequest {
  readonly messages: readonly Fields[]
  readonly tokens: number
  /** Of what is the same as in the request before, from its beginning on. */
  readonly cachedTokens: number
  /** Why the provider refuses it, though it would take the given one. */
  readonly problems: readonly string[]
  /** The first message that is not what it was in the request before. */
  readonly changedAt: number | undefined
  /** System text, model or tools differ from those of the request before. */
  readonly isBesideChanged: boolean
  /** Instructions that are not in it. */
  readonly missing: readonly string[]
  /** Neighbours of one role that the client did not have. */
  readonly joined: readonly number[]
}

export interface Inspector {
  inspect(body: Fields, given: Fields): SentRequest
  /** Of a body, as the provider counts it. */
  tokensOf(body: Fields): number
  /** A block that the model has signed, which comes back as it is or not at all. */
  sign(block: Fields): void
  /** Names of originals that the client has not written itself. */
  readonly handles: ReadonlySet<string>
}

const handlePattern = /\bdb_[0-9a-f]{12,64}\b/g
const counter = exactCounter()

export function messagesOf(format: ConversationFormat, body: Fields): readonly Fields[] {
  const messages = format === 'openai-responses' ? body.input : body.messages
  return Array.isArray(messages) ? messages : []
}

/** For all requests of one session, in their order. */
export function inspector(format: ConversationFormat, rules: ProviderRules): Inspector {
  const reader = formatNamed(format)
  const searched = instructionsIn(format).carried.map(text => JSON.stringify(text).slice(1, -1))
  const sizes = new Map<string, number>()
  const handles = new Set<string>()
  const signed = new Set<string>()
  const checked = new Map<string, readonly string[]>()
  let before: readonly string[] = []
  let besideBefore: string | undefined

  const sizeOf = (text: string, message: Fields): number => {
    const size =
      sizes.get(text) ?? countMessage(reader.read([message])[0] as Message, reader.framing, counter)
    sizes.set(text, size)
    return size
  }
  const besideSize = (body: Fields): number =>
    countSystem(format === 'anthropic' ? body.system : body.instructions, counter) +
    countTools(body.tools, counter) +
    countOverhead([], reader.framing)
  const forgedIn = (text: string, message: Fields): readonly string[] => {
    const found = checked.get(text)
    if (found !== undefined) return found
    const blocks = Array.isArray(message.content) ? (message.content as readonly Fields[]) : []
    const changed = blocks.filter(block => isSigned(block) && !signed.has(JSON.stringify(block)))
    const problems = changed.map(() => 'thinking blocks cannot be modified')
    checked.set(text, problems)
    return problems
  }

  return {
    handles,
    sign: block => void (isSigned(block) && signed.add(JSON.stringify(block))),
    tokensOf: body =>
      messagesOf(format, body).reduce(
        (sum, message) => sum + sizeOf(givenText(message), message),
        besideSize(body),
      ),
    inspect(body, given) {
      const messages = messagesOf(format, body)
      const givenMessages = messagesOf(format, given)
      // The very strings of the request before where they are equal: what is known of them is found at once.
      const texts = messages.map((message, index) => known(textOf(message), before[index]))
      const givenTexts = givenMessages.map(givenText)
      const seen = new Set([...givenTexts, ...before])
      let tokens = besideSize(body)
      for (const [index, text] of texts.entries()) tokens += sizeOf(text, messages[index] as Fields)

      for (const text of texts)
        if (!seen.has(text)) for (const [handle] of text.matchAll(handlePattern)) handles.add(handle)

      const problems = [
        ...refusals(format, body, rules),
        ...messages.flatMap((message, index) => forgedIn(texts[index] as string, message)),
        ...lostThoughts(format, texts, givenMessages),
      ]
      const allowed = problems.length === 0 ? 0 : refusals(format, given, rules).length
      const { tools, model, system, instructions } = body
      const beside = JSON.stringify([model, system, instructions, tools])
      const changedAt = before.findIndex((text, index) => text !== texts[index])
      const same = changedAt < 0 ? before.length : changedAt
      const sent: SentRequest = {
        messages,
        tokens,
        cachedTokens:
          beside === besideBefore
            ? texts
                .slice(0, same)
                .reduce((sum, text, index) => sum + sizeOf(text, messages[index] as Fields), besideSize(body))
            : 0,
        problems: problems.length > allowed ? problems : [],
        changedAt: changedAt < 0 ? undefined : changedAt,
        isBesideChanged: besideBefore !== undefined && beside !== besideBefore,
        missing: missingOf(searched, texts),
        joined: joinedNeighbours(messages, texts, givenMessages, givenTexts),
      }
      before = texts
      besideBefore = beside
      return sent
    },
  }
}

/** Without the marks that steer the cache. */
function textOf(message: Fields): string {
  const text = JSON.stringify(message)
  return text.includes('"cache_control"') ? JSON.stringify(withoutCacheMarks(message)) : text
}

const givenTexts = new WeakMap<Fields, string>()

/** Of a message of the client, which keeps the same object from request to request. */
export function givenText(message: Fields): string {
  const text = givenTexts.get(message) ?? textOf(message)
  givenTexts.set(message, text)
  return text
}

function known(text: string, before: string | undefined): string {
  return text === before ? before : text
}

function isSigned({ type }: Fields): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

function missingOf(searched: readonly string[], texts: readonly string[]): readonly string[] {
  let left = searched
  for (const text of texts) {
    if (left.length === 0) break
    left = left.filter(each => !text.includes(each))
  }
  return left
}

/** Reasoning of the turn that is going on, which the provider wants back whole. */
function lostThoughts(
  format: ConversationFormat,
  texts: readonly string[],
  given: readonly Fields[],
): readonly string[] {
  if (format !== 'anthropic') return []
  const latest = given.findLast(({ role }) => role === 'assistant')
  const blocks = Array.isArray(latest?.content) ? (latest.content as readonly Fields[]) : []
  return blocks
    .filter(isSigned)
    .filter(block => {
      const text = JSON.stringify(block)
      return !texts.findLast(each => each.includes(text))
    })
    .map(() => 'thinking blocks in the latest assistant message cannot be modified')
}

/** A pair of one role is the client's own where one of the two was beside one of its role there, too. */
function joinedNeighbours(
  messages: readonly Fields[],
  texts: readonly string[],
  given: readonly Fields[],
  givenTexts: readonly string[],
): readonly number[] {
  const pairs = sameRolePairs(messages)
  if (pairs.length === 0) return []
  const first = new Set<string>()
  const second = new Set<string>()
  for (const at of sameRolePairs(given)) {
    first.add(givenTexts[at - 1] as string)
    second.add(givenTexts[at] as string)
  }
  // The model goes on from a message of its own where the client ends with one.
  if (given.at(-1)?.role === 'assistant') first.add(givenTexts.at(-1) as string)
  return pairs.filter(at => !first.has(texts[at - 1] as string) && !second.has(texts[at] as string))
}

/** Of messages of people and models; results of tools may be side by side. */
function sameRolePairs(messages: readonly Fields[]): readonly number[] {
  return messages.flatMap(({ role }, at) => {
    const isSpeaker = role === 'user' || role === 'assistant'
    return at > 0 && isSpeaker && messages[at - 1]?.role === role ? [at] : []
  })
}
