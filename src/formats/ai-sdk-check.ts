/** What the AI SDK, or every provider behind it, would reject. */
import type { Problem } from './format.ts'
import { type PairingStep, pairingProblems } from './pairing-problems.ts'
import { describeValue, isRecord, type RawRecord } from './raw-value.ts'

export function checkAiSdk(messages: readonly unknown[]): readonly Problem[] {
  const problems = [
    ...messages.flatMap(checkMessage),
    ...pairingProblems(pairingSteps(messages)),
    ...strayResults(messages),
  ]
  return problems.toSorted((one, other) => one.message - other.message)
}

/** The roles that may have each known part. */
const rolesOfPart: ReadonlyMap<unknown, readonly unknown[]> = new Map([
  ['text', ['user', 'assistant']],
  ['image', ['user']],
  ['file', ['user', 'assistant']],
  ['reasoning', ['assistant']],
  ['reasoning-file', ['assistant']],
  ['custom', ['assistant']],
  ['tool-call', ['assistant']],
  ['tool-result', ['assistant', 'tool']],
  ['tool-approval-request', ['assistant']],
  ['tool-approval-response', ['tool']],
])

const roles: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool'])

function checkMessage(raw: unknown, message: number): readonly Problem[] {
  if (!isRecord(raw)) return [{ message, code: 'malformed', why: `the message is ${describeValue(raw)}` }]
  const { role, content } = raw
  if (!roles.has(role)) return [{ message, code: 'illegal-role', why: `no role ${describeValue(role)}` }]
  if (role === 'system' || typeof content === 'string') {
    if (typeof content !== 'string' || role === 'tool')
      return [
        { message, code: 'malformed', why: `the content of a ${role} message is ${describeValue(content)}` },
      ]
    return content === '' ? [{ message, code: 'empty-content', why: 'the content is empty' }] : []
  }
  if (!Array.isArray(content))
    return [{ message, code: 'malformed', why: `the content is ${describeValue(content)}` }]
  // The SDK itself drops empty tool messages and empty texts.
  if (role !== 'tool' && content.every(isEmptyText))
    return [{ message, code: 'empty-content', why: 'the content says nothing' }]
  return content.flatMap((part): Problem[] => {
    if (!isRecord(part)) return [{ message, code: 'malformed', why: `a part is ${describeValue(part)}` }]
    if (rolesOfPart.get(part.type)?.includes(role) ?? true) return []
    return [{ message, code: 'illegal-role', why: `a ${part.type} part has no place in a ${role} message` }]
  })
}

function isEmptyText(part: unknown): boolean {
  return isRecord(part) && part.type === 'text' && part.text === ''
}

/** A call that the SDK runs is answered by a tool message before the next user or system message. */
function* pairingSteps(messages: readonly unknown[]): Iterable<PairingStep> {
  const exempt = exemptCalls(messages)
  for (const [message, raw] of messages.entries()) {
    const role = isRecord(raw) ? raw.role : undefined
    if (role === 'user' || role === 'system') yield { type: 'boundary' }
    for (const { type, toolCallId: id, toolName: name } of partsOf(raw)) {
      if (typeof id !== 'string' || exempt.has(id)) continue
      const label = `${describeValue(id)} of the tool ${describeValue(name)}`
      if (type === 'tool-result' && role === 'tool')
        yield { type: 'result', message, id, label: `the result ${label}` }
      else if (type === 'tool-call') yield { type: 'call', message, id, label: `the call ${label}` }
    }
  }
}

/** Calls that need no tool message: the provider ran them, or they were approved or denied and are still to be run. */
function exemptCalls(messages: readonly unknown[]): ReadonlySet<unknown> {
  const parts = messages.flatMap(partsOf)
  const ofType = (type: string) => parts.filter(part => part.type === type)
  const answered = new Set(ofType('tool-result').map(({ toolCallId }) => toolCallId))
  const decided = new Set(ofType('tool-approval-response').map(({ approvalId }) => approvalId))
  return new Set(
    [
      ...ofType('tool-call').filter(({ providerExecuted }) => providerExecuted === true),
      ...ofType('tool-approval-request').filter(
        ({ approvalId, toolCallId }) => decided.has(approvalId) && !answered.has(toolCallId),
      ),
    ].map(({ toolCallId }) => toolCallId),
  )
}

/** A result in an assistant message comes from the provider, and so does its call. */
function strayResults(messages: readonly unknown[]): readonly Problem[] {
  const ran = new Set<unknown>()
  return messages.flatMap((raw, message) =>
    partsOf(raw).flatMap(({ type, toolCallId, providerExecuted }): Problem[] => {
      if (type === 'tool-call' && providerExecuted === true) ran.add(toolCallId)
      if (type !== 'tool-result' || !isRecord(raw) || raw.role !== 'assistant' || ran.has(toolCallId))
        return []
      const why = `tool-result ${describeValue(toolCallId)} of the assistant answers no call that the provider ran`
      return [{ message, code: 'unpaired-result', why }]
    }),
  )
}

function partsOf(message: unknown): readonly RawRecord[] {
  return isRecord(message) && Array.isArray(message.content) ? message.content.filter(isRecord) : []
}
