/** Which stretches of the texts in a user's name a person typed, and which a program put there. */
import type { Block, Message, Target } from '../../types.ts'
import { isAcknowledgement } from '../acknowledgement.ts'
import { isShellAnswer, isShellReply, textBlocksOf } from '../actions/spoken-calls.ts'
import { locatedBlocks } from '../located-blocks.ts'
import { isPassing, markedParts } from './marked-parts.ts'
import { pastedParts } from './pasted-parts.ts'
import { isInterruption, isRepeatedRequest } from './repeated-request.ts'
import type { Speech } from './speech.ts'
import { taskTemplate } from './template-parts.ts'

export interface Spoken {
  /**
   * The parts of a text of the user's, in order and without gaps. `text`: where it is another one than that of the
   * block, for example with its secrets masked.
   */
  speechAt(place: Target, text?: string): readonly Speech[]
  /** Whether no request came after this message: what was loaded for its turn still applies. */
  isOpen(message: number): boolean
}

interface Placement {
  /** The text is the answer of a shell to a command that the agent wrote into its own. */
  readonly isShell: boolean
  /** The command or skill whose prompt it is. */
  readonly prompt?: string
  /** What marks say about the text of the block. */
  readonly marked?: readonly Speech[]
  readonly isFirst: boolean
  /** Set where a person took it back and wrote it again. */
  readonly isRetyped?: true
  /** Set where the command in the text was answered by the agent, whatever the order of its tags says. */
  readonly isForAgent?: true
}

const known = new WeakMap<readonly Message[], Spoken>()

/** Needs the conversation: a prompt is recognised by the command before it, and applies until the next request. Linear. */
export function whoSpoke(messages: readonly Message[]): Spoken {
  const found = known.get(messages) ?? reading(messages)
  known.set(messages, found)
  return found
}

function reading(messages: readonly Message[]): Spoken {
  const placements = placementsOf(messages)
  const read = new Map<string, readonly Speech[]>()
  let lastRequest: number | undefined
  const isOpen = (message: number): boolean => {
    lastRequest ??= lastRequestOf(messages, placements)
    return message >= lastRequest
  }
  return {
    isOpen,
    speechAt: ({ message, block }, changed) => {
      const key = `${message} ${block}`
      const own = messages[message]?.blocks[block]
      const text = own?.type === 'text' ? own.text : ''
      const isOwn = changed === undefined || changed === text
      const earlier = isOwn ? read.get(key) : undefined
      if (earlier !== undefined) return earlier
      const placement = placements.get(key) ?? unplaced
      const marked = isOwn ? placement.marked : undefined
      const parts = speechIn(changed ?? text, placement, isOpen(message), marked)
      if (isOwn) read.set(key, parts)
      return parts
    },
  }
}

const unplaced: Placement = { isShell: false, isFirst: false }

/** `isOpen`: no request came after it. */
function speechIn(
  text: string,
  { isShell, prompt, isFirst, isForAgent, isRetyped }: Placement,
  isOpen: boolean,
  marked: readonly Speech[] = markedParts(text),
): readonly Speech[] {
  const all = { start: 0, end: text.length }
  if (text === '') return []
  if (isShell) return [{ ...all, kind: 'program' }]
  if (prompt !== undefined)
    return [
      { ...all, kind: 'instructions', name: `prompt ${prompt}`, carrier: 'instructions', isInForce: isOpen },
    ]
  const parts: Speech[] = []
  let from = 0
  for (const part of [...marked, { start: text.length, end: text.length, kind: 'program' } as const]) {
    const own = text.slice(from, part.start)
    if (own.trim() !== '') parts.push(...personsParts(own, from))
    else if (own !== '') parts.push({ start: from, end: part.start, kind: 'program' })
    if (part.end > part.start) parts.push(inConversation(part, isOpen, isForAgent))
    from = part.end
  }
  if (isRetyped === true) return parts.map(takenBack)
  return isFirst ? withTask(parts) : parts
}

function takenBack(part: Speech): Speech {
  return part.kind === 'typed' || part.kind === 'pasted'
    ? { start: part.start, end: part.end, kind: 'retyped' }
    : part
}

/** Facts about a part that only the conversation around it shows. */
function inConversation(part: Speech, isOpen: boolean, isForAgent = false): Speech {
  if (part.kind === 'instructions' && isPassing(part.name)) return { ...part, isInForce: isOpen }
  return part.kind === 'command' && isForAgent ? { ...part, hasPrompt: true } : part
}

function personsParts(text: string, offset: number): readonly Speech[] {
  const parts: Speech[] = []
  let from = 0
  const add = (start: number, end: number, kind: 'typed' | 'pasted'): void => {
    const last = parts.at(-1)
    if (end <= start) return
    const isBlank = text.slice(start, end).trim() === ''
    // White space alone belongs to what is before it, or at the beginning to what follows.
    if (isBlank && last !== undefined) parts[parts.length - 1] = { ...last, end: offset + end }
    else if (!isBlank)
      parts.push({ start: offset + (last === undefined ? 0 : start), end: offset + end, kind })
  }
  for (const { start, end } of pastedParts(text)) {
    add(from, start, 'typed')
    add(start, end, 'pasted')
    from = end
  }
  add(from, text.length, 'typed')
  return parts
}

/** A first message that is nothing but a document is what the agent is to do. */
function withTask(parts: readonly Speech[]): readonly Speech[] {
  const isTemplate = parts.some(part => part.kind === 'instructions' && part.name === taskTemplate)
  return isTemplate || parts.some(({ kind }) => kind === 'typed')
    ? parts
    : parts.map(part => (part.kind === 'pasted' ? { ...part, isTask: true } : part))
}

/** Tools that have a program load a prompt, which follows their answer. */
const skillTool = /^(?:skill|slashcommand|slash_command|activate_skill)$/i
/** A prompt that a tool loads is longer; what a person says while it loads is not. */
const minPromptLength = 300

function placementsOf(messages: readonly Message[]): ReadonlyMap<string, Placement> {
  const isShellTalk = hasShellTalk(messages)
  const skillCalls = new Set<string>()
  const placements = new Map<string, Placement>()
  /** A prompt that is to follow, and how long it is at least. */
  let awaited: Awaited
  let hasFirst = false
  /** The place of a command that its program may have run, or the agent. */
  let undecided: string | undefined
  let isUnderCaveat = false
  /** What a person said that the agent has not answered. */
  let unanswered: { readonly key: string; readonly text: string; readonly isStopped: boolean } | undefined
  const decideForAgent = (): void => {
    if (undecided === undefined) return
    placements.set(undecided, { ...(placements.get(undecided) ?? unplaced), isForAgent: true })
    undecided = undefined
    hasFirst = true
  }
  /** By itself, since most blocks are not a user's: V8 compiles a loop with all that happens in it. */
  const placeText = (message: number, block: number, text: string): void => {
    const isShell = isShellText(messages, message, isShellTalk)
    const marked = isShell ? [] : markedParts(text)
    const isWhole = isAllMarked(text, marked)
    const isPrompt = !isShell && awaited !== undefined && !isWhole && text.length >= awaited.length
    placements.set(`${message} ${block}`, {
      isShell,
      marked,
      isFirst: !hasFirst && !isShell && !isWhole,
      ...(isPrompt && awaited !== undefined ? { prompt: awaited.name } : {}),
    })
    if (isInterruption(text)) unanswered = unanswered && { ...unanswered, isStopped: true }
    else if (!isWhole && !isPrompt) {
      if (unanswered !== undefined && isRepeatedRequest(unanswered.text, text, unanswered.isStopped))
        placements.set(unanswered.key, { ...(placements.get(unanswered.key) as Placement), isRetyped: true })
      unanswered = { key: `${message} ${block}`, text, isStopped: false }
    }
    hasFirst ||= !isShell && (!isWhole || marked.some(asksForWork))
    awaited = isPrompt ? undefined : nextAwaited(text, marked, awaited)
    if (isPrompt) decideForAgent()
    if (undecided !== undefined && (!isWhole || text.includes('<local-command-std'))) {
      undecided = undefined
      awaited = undefined
    }
    isUnderCaveat = isWhole && (isUnderCaveat || text.includes('<local-command-caveat>'))
    if (isWhole && !isUnderCaveat && startsWithName(text, marked)) {
      undecided = `${message} ${block}`
      awaited = { name: commandName(text, marked) ?? '', length: minPromptLength }
    }
  }
  for (const { message, block, role, type, own } of locatedBlocks(messages)) {
    if (role === 'assistant') {
      awaited = undefined
      isUnderCaveat = false
      unanswered = undefined
      decideForAgent()
      if (type === 'toolCall' && skillTool.test(own.name)) skillCalls.add(own.callId)
    }
    if (type === 'toolResult' && loadsPrompt(own, skillCalls))
      awaited = { name: 'skill', length: minPromptLength }
    if (role === 'user' && type === 'text' && own.text !== '') placeText(message, block, own.text)
  }
  return placements
}

/** A plan of the agent's that is sent back to it, a command with a prompt: what follows is not the first request. */
function asksForWork(part: Speech): boolean {
  return part.kind === 'quotedAgent' || (part.kind === 'command' && part.hasPrompt)
}

function loadsPrompt(
  block: Extract<Block, { type: 'toolResult' }>,
  skillCalls: ReadonlySet<string>,
): boolean {
  return (
    block.isError !== true && (skillCalls.has(block.callId) || block.text.startsWith('Launching skill: '))
  )
}

type Awaited = { readonly name: string; readonly length: number } | undefined

function nextAwaited(text: string, marked: readonly Speech[], awaited: Awaited): Awaited {
  const name = commandName(text, marked)
  if (name !== undefined) return marked.some(asksForWork) ? { name, length: 1 } : undefined
  const isEnd = marked.some(part => part.kind === 'instructions' && isPassing(part.name))
  return isEnd || isInterruption(text) ? undefined : awaited
}

function commandName(text: string, marked: readonly Speech[]): string | undefined {
  const command = marked.find(part => part.kind === 'command')
  return command && text.slice(command.name.start, command.name.end)
}

/** The order in which a program writes its own commands; some write commands of users so too. */
function startsWithName(text: string, marked: readonly Speech[]): boolean {
  return marked.some(({ kind, start }) => kind === 'command' && text.startsWith('<command-name>', start))
}

function isAllMarked(text: string, marked: readonly Speech[]): boolean {
  let from = 0
  for (const { start, end } of marked) {
    if (text.slice(from, start).trim() !== '') return false
    from = end
  }
  return text.slice(from).trim() === ''
}

/** Whether the agent has no tools and its commands are answered in the user's name. */
function hasShellTalk(messages: readonly Message[]): boolean {
  if (locatedBlocks(messages).some(({ type }) => type === 'toolCall')) return false
  return messages.some((_, at) => isShellReply(messages, at))
}

function isAnswer(messages: readonly Message[], at: number): boolean {
  return messages[at - 1]?.role === 'assistant'
}

function isShellText(messages: readonly Message[], at: number, isShellTalk: boolean): boolean {
  if (!isAnswer(messages, at)) return false
  if (isShellAnswer(messages[at] as Message)) return true
  return isShellTalk && /```|<execute_/.test(textBlocksOf(messages[at - 1] as Message))
}

/** Longer replies ask for something of their own. */
const maxReplyLength = 300

/** The latest request; a reply to a question of the agent continues the turn. */
function lastRequestOf(messages: readonly Message[], placements: ReadonlyMap<string, Placement>): number {
  const places = [...placements].reverse()
  for (const [key, placement] of places) {
    const [message = 0, block = 0] = key.split(' ').map(Number)
    const own = messages[message]?.blocks[block]
    if (own?.type !== 'text') continue
    const parts = speechIn(own.text, placement, true, placement.marked)
    const isCommand = parts.some(part => part.kind === 'command' && part.hasPrompt)
    const said = parts
      .flatMap(({ kind, start, end }) =>
        kind === 'typed' || kind === 'pasted' ? [own.text.slice(start, end)] : [],
      )
      .join('\n')
      .trim()
    const isReply =
      isAcknowledgement(said) || (said.length <= maxReplyLength && asksBefore(messages, message))
    if (isCommand || (said !== '' && !isReply)) return message
  }
  return 0
}

function asksBefore(messages: readonly Message[], at: number): boolean {
  let last = at - 1
  while (messages[last]?.role === 'user') last -= 1
  const before = messages[last]
  return before?.role === 'assistant' && /[?？][\s"'”)*_]{0,6}$/.test(textBlocksOf(before).slice(-20))
}
