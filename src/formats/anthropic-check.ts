/** What Anthropic would reject, by the rules in its documentation and its error messages. */
import type { Problem } from './format.ts'
import { groupNeighbours, type Neighbours } from './group-neighbours.ts'
import { type PairingStep, pairingProblems } from './pairing-problems.ts'
import { describeValue, isRecord, type RawRecord } from './raw-value.ts'

/** A content block and its position. The API joins neighbouring messages of one role into one turn of blocks. */
interface Placed {
  readonly message: number
  readonly role: unknown
  readonly block: RawRecord
}

type Turn = Neighbours<Placed>

export function checkAnthropic(messages: readonly unknown[]): readonly Problem[] {
  const blocks = messages.flatMap(placeBlocks)
  const turns = groupNeighbours(blocks, ({ role }) => role)
  const problems = [
    ...messages.flatMap((message, at) => checkMessage(message, at, at === messages.length - 1)),
    ...turns.flatMap((turn, at) => checkOrder(turn, turns[at - 1], turns[at + 1])),
    ...pairingProblems(pairingSteps(turns)),
    ...serverToolProblems(blocks),
    ...checkToolUse(blocks),
    ...checkReasoning(turns),
  ]
  return problems.toSorted((one, other) => one.message - other.message)
}

function placeBlocks(raw: unknown, message: number): readonly Placed[] {
  const { role, content } = isRecord(raw) ? raw : {}
  const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content }]
  return blocks.map(block => ({ message, role, block: isRecord(block) ? block : {} }))
}

function checkMessage(raw: unknown, message: number, isLast: boolean): readonly Problem[] {
  if (!isRecord(raw)) return [{ message, code: 'malformed', why: `the message is ${describeValue(raw)}` }]
  const { role, content } = raw
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return [
      {
        message,
        code: 'illegal-role',
        why: `no role ${describeValue(role)}: only user, assistant and system`,
      },
    ]
  if (role === 'system' && content === undefined && isRecord(raw.output_config)) return []
  if (typeof content !== 'string' && !Array.isArray(content))
    return [{ message, code: 'malformed', why: `the content is ${describeValue(content)}` }]
  if (content.length === 0)
    return isLast && role === 'assistant'
      ? []
      : [{ message, code: 'empty-content', why: 'the content is empty' }]
  return placeBlocks(raw, message).flatMap(placed => checkBlock(placed))
}

const assistantOnly: ReadonlySet<unknown> = new Set([
  'tool_use',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
])

function checkBlock({ message, role, block: { type, text } }: Placed): readonly Problem[] {
  if (typeof type !== 'string') return [{ message, code: 'malformed', why: 'a content block has no type' }]
  if (type === 'text' && typeof text === 'string' && text.trim() === '')
    return [{ message, code: 'empty-content', why: 'a text block is blank' }]
  const misplaced = role === 'assistant' ? type === 'tool_result' : assistantOnly.has(type)
  return misplaced
    ? [{ message, code: 'illegal-role', why: `${type} has no place in a ${role} message` }]
    : []
}

function checkOrder(turn: Turn, previous: Turn | undefined, next: Turn | undefined): readonly Problem[] {
  const [{ message, role }] = turn
  if (previous === undefined)
    return role === 'user'
      ? []
      : [{ message, code: 'wrong-order', why: 'the first message is not of the user' }]
  if (role !== 'system') return []
  const before = previous.at(-1)?.block.type
  const mayFollow =
    previous[0].role === 'user' || (typeof before === 'string' && before.endsWith('_tool_result'))
  if (mayFollow && (next === undefined || next[0].role === 'assistant')) return []
  const why =
    'a system message is allowed only after a user turn or a server tool result, and before an assistant turn'
  return [{ message, code: 'wrong-order', why }]
}

/** The results of a turn's calls come first in the next user turn; any other content ends the calls. */
function* pairingSteps(turns: readonly Turn[]): Iterable<PairingStep> {
  for (const turn of turns) {
    if (turn[0].role === 'assistant') yield { type: 'boundary' }
    for (const { message, role, block } of turn) {
      if (role === 'assistant' && block.type === 'tool_use')
        yield { type: 'call', message, id: idOf(block.id), label: `tool_use ${describeValue(block.id)}` }
      else if (role === 'user' && block.type === 'tool_result') {
        const { tool_use_id: id } = block
        yield { type: 'result', message, id: idOf(id), label: `tool_result ${describeValue(id)}` }
      } else if (role !== 'assistant') yield { type: 'boundary' }
    }
  }
}

/** The result of a server tool needs its call before it; a call may still be running when the turn ends. */
function serverToolProblems(blocks: readonly Placed[]): readonly Problem[] {
  const called = new Set<unknown>()
  return blocks.flatMap(({ message, block: { type, id, tool_use_id: callId } }): Problem[] => {
    if (typeof type !== 'string') return []
    if (type.endsWith('_tool_use')) called.add(id)
    if (!type.endsWith('_tool_result') || called.has(callId)) return []
    const why = `${type} ${describeValue(callId)} answers no server tool call before it`
    return [{ message, code: 'unpaired-result', why }]
  })
}

function idOf(id: unknown): string {
  return typeof id === 'string' ? id : ''
}

const legalId = /^[a-zA-Z0-9_-]+$/

function checkToolUse(blocks: readonly Placed[]): readonly Problem[] {
  const seen = new Set<unknown>()
  return blocks.flatMap(({ message, block: { type, id, input } }): Problem[] => {
    if (type !== 'tool_use') return []
    const named = `tool_use ${describeValue(id)}`
    const repeated = seen.has(id)
    seen.add(id)
    if (typeof id !== 'string' || !legalId.test(id))
      return [
        { message, code: 'malformed', why: `the id of ${named} is not made of letters, digits, _ and -` },
      ]
    if (repeated)
      return [{ message, code: 'malformed', why: `the id of ${named} is taken by an earlier tool_use` }]
    return isRecord(input)
      ? []
      : [{ message, code: 'malformed', why: `the input of ${named} is not an object` }]
  })
}

function checkReasoning(turns: readonly Turn[]): readonly Problem[] {
  const code = 'broken-reasoning'
  const problems: Problem[] = turns.flat().flatMap(({ message, block }) => {
    const seal = block.type === 'thinking' ? 'signature' : 'data'
    return isThinking(block) && (typeof block[seal] !== 'string' || block[seal] === '')
      ? [{ message, code, why: `a ${block.type} block has lost its ${seal}` }]
      : []
  })
  const latest = turns.findLast(([{ role }]) => role === 'assistant')
  const thought = latest?.findIndex(({ block }) => isThinking(block)) ?? -1
  const called = latest?.findIndex(({ block }) => block.type === 'tool_use') ?? -1
  const tail = turns.at(-1)?.at(-1)
  if (latest !== undefined && called >= 0 && thought > called)
    problems.push({
      message: latest[0].message,
      code,
      why: 'thinking follows the tool_use that it led to',
    })
  if (tail?.role === 'assistant' && isThinking(tail.block))
    problems.push({ message: tail.message, code, why: 'the last message ends in thinking' })
  return problems
}

function isThinking({ type }: RawRecord): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}
