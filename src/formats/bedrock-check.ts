/** What Bedrock Converse would reject, by the rules in its documentation and its error messages. */
import { bedrockBlocks, bedrockCall, bedrockResult } from './bedrock-fields.ts'
import type { Problem } from './format.ts'
import { type PairingStep, pairingProblems } from './pairing-problems.ts'
import { describeValue, isRecord } from './raw-value.ts'

export function checkBedrock(messages: readonly unknown[]): readonly Problem[] {
  const problems = [
    ...messages.flatMap((message, at) => checkMessage(message, at, messages[at - 1])),
    ...pairingProblems(pairingSteps(messages)),
  ]
  return problems.toSorted((one, other) => one.message - other.message)
}

function checkMessage(raw: unknown, message: number, previous: unknown): readonly Problem[] {
  if (!isRecord(raw)) return [{ message, code: 'malformed', why: `the message is ${describeValue(raw)}` }]
  const { role } = raw
  if (role !== 'user' && role !== 'assistant')
    return [{ message, code: 'illegal-role', why: `no role ${describeValue(role)}: only user and assistant` }]
  const blocks = bedrockBlocks(raw)
  if (blocks.length === 0) return [{ message, code: 'empty-content', why: 'the content has no blocks' }]
  return [
    ...checkOrder(role, message, previous),
    ...blocks.flatMap(block => checkBlock(block, role, message)),
  ]
}

function checkOrder(role: string, message: number, previous: unknown): readonly Problem[] {
  const code = 'wrong-order'
  if (message === 0)
    return role === 'user' ? [] : [{ message, code, why: 'the first message is not of the user' }]
  return isRecord(previous) && previous.role === role
    ? [{ message, code, why: `two messages of the ${role} in a row: roles must alternate` }]
    : []
}

function checkBlock(block: unknown, role: string, message: number): readonly Problem[] {
  if (!isRecord(block)) return [{ message, code: 'malformed', why: `a block is ${describeValue(block)}` }]
  if (typeof block.text === 'string' && block.text.trim() === '')
    return [{ message, code: 'empty-content', why: 'a text block is blank' }]
  const misplaced = role === 'assistant' ? bedrockResult(block) : bedrockCall(block)
  if (misplaced !== undefined) {
    const name = role === 'assistant' ? 'toolResult' : 'toolUse'
    return [{ message, code: 'illegal-role', why: `${name} has no place in a message of the ${role}` }]
  }
  const result = bedrockResult(block)
  if (result?.status === 'error' && result.parts.length === 0)
    return [
      {
        message,
        code: 'empty-content',
        why: `toolResult ${describeValue(result.id)} is an error without content`,
      },
    ]
  const call = bedrockCall(block)
  if (call === undefined) return []
  const named = `toolUse ${describeValue(call.id)}`
  if (!legalId.test(call.id))
    return [{ message, code: 'malformed', why: `the id of ${named} is not 1 to 64 letters, digits and _.:-` }]
  return isRecord(call.input)
    ? []
    : [{ message, code: 'malformed', why: `the input of ${named} is not an object` }]
}

const legalId = /^[\w.:-]{1,64}$/

/** The results of a turn's calls come first in the next message; any other content ends the calls. */
function* pairingSteps(messages: readonly unknown[]): Iterable<PairingStep> {
  for (const [message, raw] of messages.entries()) {
    const isAssistant = isRecord(raw) && raw.role === 'assistant'
    if (isAssistant) yield { type: 'boundary' }
    for (const block of bedrockBlocks(raw)) {
      const call = isAssistant ? bedrockCall(block) : undefined
      const result = isAssistant ? undefined : bedrockResult(block)
      if (call !== undefined)
        yield { type: 'call', message, id: call.id, label: `toolUse ${describeValue(call.id)}` }
      else if (result !== undefined)
        yield { type: 'result', message, id: result.id, label: `toolResult ${describeValue(result.id)}` }
      else if (!isAssistant && !isCachePoint(block)) yield { type: 'boundary' }
    }
  }
}

function isCachePoint(block: unknown): boolean {
  return isRecord(block) && block.cachePoint !== undefined
}
