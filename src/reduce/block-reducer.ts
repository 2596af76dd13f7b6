/** Carries out plans: every decision that changes a block becomes a draft of its new text. */
import type { Loss } from '../receipt.ts'
import { binarySearch } from '../scan/binary-search.ts'
import { hashText } from '../tokens/hash.ts'
import { present } from '../tokens/json-value.ts'
import type { Block, Message, Path, ReducerName, Target, TokenCounter } from '../types.ts'
import { reducerNamed } from './index.ts'
import type { Decision, Measured, Plan } from './plan.ts'
import type { ReduceInput, Reducer, Shorten, TextPart } from './reducer.ts'

/** The new text of a block, or of several messages that are replaced together. */
export interface Draft {
  /** The block that the new text replaces. */
  readonly measured: Measured
  /** All blocks that the new text replaces, `measured` first. */
  readonly members: readonly Measured[]
  /** How many messages it replaces. */
  readonly messages: number
  readonly path: Path
  readonly reducer: ReducerName
  readonly reason: string
  readonly loss: Loss
  readonly before: string
  readonly after: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly handle: string
  /** The source of the new text, for a model to rewrite it. */
  readonly input?: ReduceInput
}

interface ReduceContext {
  /** With masked secrets, as they may be shown. */
  readonly messages: readonly Message[]
  /** As they were read. */
  readonly unmasked: readonly Message[]
  readonly blocks: readonly Measured[]
  readonly handles: ReadonlyMap<string, string>
  readonly counter: TokenCounter
  /** Reducers that only this strategy has. @default none */
  readonly reducers?: readonly Reducer[] | undefined
  /** How many names a summary of a tool's output lists. */
  readonly names?: ReduceInput['names']
  /** The handle of messages that are stored whole. */
  readonly handleOfMessages?: (members: readonly Measured[]) => string | undefined
  /** What the current work is about. @default unknown */
  readonly work?: string | undefined
  /** Names the summary of these messages; absent where summaries have no names. */
  readonly summaryId?: ((members: readonly Measured[]) => string) | undefined
}

/** Plans of one conversation become drafts; a text is analysed once, however many plans use it. */
export function blockReducer(context: ReduceContext): (plan: Plan, atFloor?: boolean) => readonly Draft[] {
  const analysed = new Map<string, { input: ReduceInput; shorten: Shorten }>()
  return ({ decisions }, atFloor = false) =>
    decisions.flatMap((decision, index) => {
      if (decision.action === 'keep' || decision.action === 'merge') return []
      let last = index
      while (decisions[last + 1]?.action === 'merge') last += 1
      const draft = draftOf(decision, context.blocks.slice(index, last + 1), context, analysed, atFloor)
      return draft === undefined ? [] : [draft]
    })
}

type Change = Exclude<Decision, { action: 'keep' | 'merge' }>

function draftOf(
  decision: Change,
  members: readonly Measured[],
  context: ReduceContext,
  analysed: Map<string, { input: ReduceInput; shorten: Shorten }>,
  atFloor: boolean,
): Draft | undefined {
  const [measured] = members as readonly [Measured]
  const block = blockAt(context.messages, measured)
  if (block.type === 'opaque' || block.path === undefined) return undefined
  const reducer =
    context.reducers?.find(({ name }) => name === decision.reducer) ?? reducerNamed(decision.reducer)
  if (reducer === undefined) return undefined
  const key = `${reducer.name} ${measured.message} ${measured.block} ${members.length} ${decision.action === 'reference' ? `${decision.to.message} ${decision.to.block}` : ''}`
  const { input, shorten } = analysed.get(key) ?? analyse(reducer, decision, members, context)
  analysed.set(key, { input, shorten })
  const maxTokens = decision.action === 'reference' ? input.tokens : decision.tokens
  const shortened = shorten(maxTokens) ?? (atFloor ? shortest(shorten, maxTokens, input.tokens) : undefined)
  if (shortened === undefined) return undefined
  const before = joinedText(context.unmasked, members)
  return {
    measured,
    members,
    messages: members.length,
    path: block.path,
    reducer: reducer.name,
    reason: decision.reason,
    loss: reducer.loss !== 'lossless' || before === input.text ? reducer.loss : 'recoverable',
    before,
    after: shortened.text,
    tokensBefore: input.tokens,
    tokensAfter: shortened.tokens,
    handle: input.handle,
    input,
  }
}

/** The result of a reducer with the least room in which it has one. */
function shortest(shorten: Shorten, from: number, below: number): ReturnType<Shorten> {
  let best: ReturnType<Shorten>
  const fits = (room: number): boolean => {
    const shortened = shorten(room)
    best = shortened ?? best
    return shortened !== undefined
  }
  let [tooFew, room] = [from, from]
  while (best === undefined && room < below - 1) {
    tooFew = room
    room = Math.min(below - 1, Math.ceil(room * 1.5) + 1)
    fits(room)
  }
  // Of the results, the last one has the least room.
  if (best !== undefined) binarySearch(tooFew, room, fits)
  return best
}

function analyse(
  reducer: Reducer,
  decision: Change,
  members: readonly Measured[],
  context: ReduceContext,
): { input: ReduceInput; shorten: Shorten } {
  const { messages, handles, counter, summaryId, names, handleOfMessages, work } = context
  const [measured] = members as readonly [Measured]
  const reference =
    decision.action !== 'reference'
      ? undefined
      : {
          id: nameOf(decision.to, context, decision.reducer === 'change'),
          text: textAt(messages, decision.to),
          ...decision.detail,
        }
  const input: ReduceInput = {
    text: joinedText(messages, members),
    role: measured.role,
    // Expensive facts, which most reducers never read.
    get kind() {
      return measured.kind
    },
    get segments() {
      return members.length === 1 ? measured.facts?.segments : undefined
    },
    tokens: members.reduce((sum, { tokens }) => sum + tokens, 0),
    handle: handleOfMessages?.(members) ?? handles.get(measured.hash ?? '') ?? '',
    ...(members.length === 1 ? {} : { parts: members.map(member => partOf(member, messages)) }),
    counter,
    merged: members.length,
    messages: [measured.message, (members.at(-1) ?? measured).message],
    ...(decision.action === 'reduce' && decision.within !== undefined ? { within: decision.within } : {}),
    ...present({ source: measured.source, summaryId: summaryId?.(members), names, reference, work }),
  }
  return { input, shorten: reducer.read(input) }
}

function partOf(member: Measured, messages: readonly Message[]): TextPart {
  const { facts, role, source } = member
  return {
    text: textAt(messages, member),
    role: facts?.isPrinted ? 'tool' : role,
    get kind() {
      return member.kind
    },
    ...(source === undefined ? {} : { source }),
  }
}

function blockAt(messages: readonly Message[], { message, block }: Target): Block {
  return messages[message]?.blocks[block] as Block
}

function textAt(messages: readonly Message[], target: Target): string {
  const block = blockAt(messages, target)
  return block.type === 'opaque' ? '' : block.text
}

function joinedText(messages: readonly Message[], members: readonly Measured[]): string {
  return members.map(member => textAt(messages, member)).join(' ')
}

/** How the conversation names a text: by its message, by the call that it answers, else by its content. */
function nameOf(target: Target, { messages, handles }: ReduceContext, isByCall: boolean): string {
  const block = blockAt(messages, target)
  if (isByCall && block.type === 'toolResult') return block.callId
  const { id } = messages[target.message] as Message
  return (
    id ??
    (block.type === 'toolResult' ? block.callId : (handles.get(hashText(textAt(messages, target))) ?? ''))
  )
}
