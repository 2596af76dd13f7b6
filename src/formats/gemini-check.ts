/** What Gemini would reject, by the rules in its documentation and its error messages. */
import type { Problem } from './format.ts'
import { geminiCallIds } from './gemini-call-ids.ts'
import { geminiFunction, geminiParts, isSigned } from './gemini-fields.ts'
import { type PairingStep, pairingProblems } from './pairing-problems.ts'
import { describeValue, isRecord } from './raw-value.ts'

export function checkGemini(contents: readonly unknown[]): readonly Problem[] {
  const problems = [
    ...contents.flatMap(checkContent),
    ...contents.flatMap((content, message) => checkOrder(content, message, contents[message - 1])),
    ...pairingProblems(pairingSteps(contents)),
  ]
  return problems.toSorted((one, other) => one.message - other.message)
}

const roles: ReadonlySet<unknown> = new Set([undefined, 'user', 'model', 'function'])

function checkContent(content: unknown, message: number): readonly Problem[] {
  if (!isRecord(content))
    return [{ message, code: 'malformed', why: `the content is ${describeValue(content)}` }]
  const { role } = content
  if (!roles.has(role))
    return [{ message, code: 'illegal-role', why: `no role ${describeValue(role)}: only user and model` }]
  const parts = geminiParts(content)
  if (parts.length === 0) return [{ message, code: 'empty-content', why: 'the content has no parts' }]
  return parts.flatMap((part): Problem[] => {
    if (!isRecord(part)) return [{ message, code: 'malformed', why: `a part is ${describeValue(part)}` }]
    if (part.text === '' && part.thought !== true && !isSigned(part))
      return [{ message, code: 'empty-content', why: 'a part has an empty text' }]
    const misplaced = geminiFunction(part, role === 'model' ? 'functionResponse' : 'functionCall')
    return misplaced === undefined
      ? []
      : [
          {
            message,
            code: 'illegal-role',
            why: `${misplaced.key} has no place in a ${role ?? 'user'} content`,
          },
        ]
  })
}

function checkOrder(content: unknown, message: number, previous: unknown): readonly Problem[] {
  const calls = geminiParts(content).some(part => geminiFunction(part, 'functionCall') !== undefined)
  return calls && (!isRecord(previous) || previous.role === 'model')
    ? [
        {
          message,
          code: 'wrong-order',
          why: 'a turn of calls follows a user turn or responses, nothing else',
        },
      ]
    : []
}

/** All responses to a turn's calls are in the next content. */
function* pairingSteps(contents: readonly unknown[]): Iterable<PairingStep> {
  const callIds = geminiCallIds(contents)
  for (const [message, content] of contents.entries()) {
    const ids = callIds[message]
    const parts = geminiParts(content)
    const responds = parts.some(part => geminiFunction(part, 'functionResponse') !== undefined)
    if (!responds) yield { type: 'boundary' }
    for (const [at, part] of parts.entries()) {
      const call = geminiFunction(part, 'functionCall')
      const response = geminiFunction(part, 'functionResponse')
      const id = ids?.get(at) ?? ''
      if (call !== undefined)
        yield { type: 'call', message, id, label: `the call of ${describeValue(call.name)}` }
      else if (response !== undefined)
        yield { type: 'result', message, id, label: `the response of ${describeValue(response.name)}` }
    }
    if (responds) yield { type: 'boundary' }
  }
}
