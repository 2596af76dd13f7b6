/** What the Responses API would reject, by its documentation and its error messages. */
import type { Problem } from './format.ts'
import { type PairingStep, pairingProblems } from './pairing.ts'
import { describeValue, isRecord, type RawRecord } from './raw-value.ts'
import { CallIds, classOf, isReference, pairKey, responsesRoles } from './responses-items.ts'

export function checkResponses(items: readonly unknown[]): readonly Problem[] {
  const records = items.map(item => (isRecord(item) ? item : {}))
  // What a reference represents is not to be seen: it may be the call of any output after it.
  const reference = records.findIndex(isReference)
  const pairing = pairingProblems(pairingSteps(records)).filter(
    ({ code, message }) => code !== 'unpaired-result' || reference < 0 || message < reference,
  )
  return [...records.flatMap(itemProblems), ...reasoningProblems(records), ...pairing].sort(
    (one, other) => one.message - other.message,
  )
}

function itemProblems(item: RawRecord, message: number): readonly Problem[] {
  const itemClass = classOf(item)
  if (itemClass.is === 'message') return messageProblems(item, message)
  if (itemClass.is === 'unknown' && typeof item.type !== 'string')
    return [{ message, code: 'malformed', why: 'the item has neither a role nor a type' }]
  if (itemClass.is === 'call' && typeof item.call_id !== 'string')
    return [{ message, code: 'malformed', why: `the ${item.type} has no call_id` }]
  return []
}

/** Parts that only the assistant writes. */
const spoken: ReadonlySet<unknown> = new Set(['output_text', 'refusal'])

function messageProblems({ role, content }: RawRecord, message: number): readonly Problem[] {
  if (!responsesRoles.has(role))
    return [{ message, code: 'illegal-role', why: `no role ${describeValue(role)} in Responses` }]
  if (content === undefined || content === null)
    return [{ message, code: 'empty-content', why: `the ${role} message has no content` }]
  const wrong =
    role === 'assistant' || !Array.isArray(content)
      ? undefined
      : content.find(part => isRecord(part) && spoken.has(part.type))
  return wrong === undefined
    ? []
    : [{ message, code: 'malformed', why: `a ${role} message cannot hold ${describeValue(wrong.type)}` }]
}

/** Reasoning belongs to what the model said or called next, and is refused without it. */
function reasoningProblems(items: readonly RawRecord[]): readonly Problem[] {
  return items.flatMap((item, message): Problem[] => {
    if (item.type !== 'reasoning') return []
    const next = items[message + 1]
    if (next === undefined)
      return [{ message, code: 'broken-reasoning', why: 'nothing follows the reasoning item' }]
    return isOfModel(next)
      ? []
      : [{ message, code: 'broken-reasoning', why: 'what the reasoning item led to does not follow it' }]
  })
}

function isOfModel(item: RawRecord): boolean {
  const itemClass = classOf(item)
  if (itemClass.is === 'message') return item.role === 'assistant'
  return itemClass.is === 'opaque' ? itemClass.role === 'assistant' : itemClass.is !== 'output'
}

function* pairingSteps(items: readonly RawRecord[]): Iterable<PairingStep> {
  const callIds = new CallIds()
  const unhurried = new Set<string>()
  /** Identifiers of items of unknown types: each may be the call of an output. */
  const strange = new Set(items.flatMap(item => (classOf(item).is === 'unknown' ? [item.call_id] : [])))
  for (const [message, item] of items.entries()) {
    const itemClass = classOf(item)
    const callId = callIds.of(item)
    if (callId === undefined || (itemClass.is !== 'call' && itemClass.is !== 'output')) continue
    if (itemClass.is === 'output' && itemClass.of === undefined && strange.has(callId)) continue
    const id = pairKey(item, itemClass, callId)
    // The output of an asynchronous call may come in any later request.
    if (itemClass.is === 'call' && item.async === true) unhurried.add(id)
    if (unhurried.has(id)) continue
    const type = itemClass.is === 'call' ? 'call' : 'result'
    yield { type, message, id, label: `${item.type} ${describeValue(callId)}` }
  }
}
