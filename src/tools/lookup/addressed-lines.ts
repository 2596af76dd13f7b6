/** The lines of an original with the places under which they can be requested. */
import { formatOf } from '../../formats/detect-format.ts'
import { describeValue, isRecord } from '../../formats/raw-value.ts'
import { jsonValue } from '../../tokens/json-value.ts'
import { reasoningText } from '../../tokens/reasoning-text.ts'
import type { Block, Message, OpaqueKind, ToolCallBlock } from '../../types.ts'

export interface AddressedLine {
  readonly line: string
  /** `12`, or `12 (#7)` in message 7 of several. */
  readonly place: string
}

/** `undefined` for an original that is a text, which has its own lines. `handle`: as it was requested, `db_…#7`. */
export function messageLines(text: string, handle: string): readonly AddressedLine[] | undefined {
  const [, part] = handle.split('#')
  const messages = storedMessages(text, part !== undefined)
  return messages === undefined
    ? undefined
    : readableMessages(messages, Number(part ?? 1)).map(({ message, line }, index) => ({
        line,
        place: `${index + 1} (#${message})`,
      }))
}

const mediaKinds: ReadonlySet<OpaqueKind> = new Set(['image', 'document', 'audio', 'video'])
const maxMediaLength = 1000

/** Whether messages hold a picture, document or recording, which no reader of their JSON could make out. */
export function holdsMedia(text: string, handle: string): boolean {
  if (text.length <= maxMediaLength) return false
  const blocks = storedMessages(text, handle.includes('#'))?.flatMap(message => message.blocks) ?? []
  return blocks.some(
    block =>
      block.type === 'opaque' &&
      mediaKinds.has(block.kind) &&
      JSON.stringify(block.value).length > maxMediaLength,
  )
}

export function textLines(text: string): readonly AddressedLine[] {
  return text.split('\n').map((line, index) => ({ line, place: String(index + 1) }))
}

/** Ignores case. */
export function matchingLines(lines: readonly AddressedLine[], wanted: string): string {
  const folded = wanted.toLowerCase()
  const found = lines.filter(({ line }) => line.toLowerCase().includes(folded))
  if (found.length === 0) return `No line holds ${describeValue(wanted)}.`
  return found.map(({ place, line }) => `${place}: ${line}`).join('\n')
}

/** Messages as JSON in one line, however many lines they contain; `isPart`: one of them, in several lines. */
function storedMessages(text: string, isPart: boolean): readonly Message[] | undefined {
  if (!(isPart ? text.startsWith('{') : text.startsWith('[') && !text.includes('\n'))) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (messages.length === 0 || !messages.every(isRecord)) return undefined
    return formatOf(messages).read(messages)
  } catch {
    return undefined
  }
}

/** Messages in readable form: the speaker, and below it the words, line by line. */
interface ReadableLine {
  /** The number of its message, counted from the number of the first. */
  readonly message: number
  readonly line: string
}

/**
 *     #1 user
 *     Which disk is full?
 *     #2 assistant calls bash
 *     command: df
 *     #3 answer of bash
 *     b 100 % FULL
 */
export function readableMessages(messages: readonly Message[], first: number): readonly ReadableLine[] {
  const calls = new Map<string, string>()
  return messages.flatMap(({ role, blocks }, index) =>
    blocks.flatMap(block => {
      if (block.type === 'toolCall') calls.set(block.callId, block.name)
      const message = first + index
      return [`#${message} ${speakerOf(role, block, calls)}`, ...wordsOf(block)].map(line => ({
        message,
        line,
      }))
    }),
  )
}

function speakerOf(role: Message['role'], block: Block, calls: ReadonlyMap<string, string>): string {
  if (block.type === 'toolCall') return `${role} calls ${block.name}`
  if (block.type === 'opaque')
    return `${role}, ${block.kind}${wordsOf(block).length === 0 ? ', not shown' : ''}`
  if (block.type !== 'toolResult') return role
  const name = block.name ?? calls.get(block.callId)
  return `${block.isError ? 'error' : 'answer'}${name === undefined ? '' : ` of ${name}`}`
}

function wordsOf(block: Block): readonly string[] {
  if (block.type === 'opaque') {
    const spoken = block.kind === 'reasoning' ? reasoningText(block).spoken.trim() : ''
    return spoken === '' ? [] : spoken.split('\n')
  }
  return block.type === 'toolCall' ? argumentsOf(block) : block.text.split('\n')
}

/** `{"path":"a.ts","text":"one\ntwo"}`: each argument by name, with as many lines as it has. */
function argumentsOf({ text, media }: ToolCallBlock): readonly string[] {
  const given = media === 'json' || text.startsWith('{') ? jsonValue(text) : undefined
  if (!isRecord(given)) return text.split('\n')
  return Object.entries(given).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [`${name}: ${JSON.stringify(value)}`]
    return value.includes('\n') ? [`${name}:`, ...value.split('\n')] : [`${name}: ${value}`]
  })
}
