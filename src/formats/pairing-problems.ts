/** Matches tool calls with their results, and lists those without a partner or with a late one. */
import { addToList } from '../tokens/add-to-list.ts'
import type { Problem } from './format.ts'

export type PairingStep =
  | {
      readonly type: 'call' | 'result'
      readonly message: number
      /** A call and its result have the same identifier; calls of different turns may share it. */
      readonly id: string
      /** Its name in an error message: `tool call "call_1" (read_file)`. */
      readonly label: string
    }
  /** Every call made before this step must be answered before it. */
  | { readonly type: 'boundary' }

type Call = Extract<PairingStep, { message: number }>

export function pairingProblems(steps: Iterable<PairingStep>): Problem[] {
  const problems: Problem[] = []
  let open = new Map<string, Call[]>()
  const late = new Map<string, Call[]>()

  for (const step of steps) {
    if (step.type === 'boundary') {
      for (const [id, calls] of open) for (const call of calls) addToList(late, id, call)
      if (open.size > 0) open = new Map()
    } else if (step.type === 'call') addToList(open, step.id, step)
    else if (open.get(step.id)?.pop() === undefined)
      problems.push(strayResult(step, late.get(step.id)?.pop()))
  }

  for (const call of [...late.values(), ...open.values()].flat())
    problems.push({ message: call.message, code: 'unpaired-call', why: `${call.label} has no result` })
  return problems.sort((a, b) => a.message - b.message)
}

function strayResult(result: Call, call: Call | undefined): Problem {
  return call === undefined
    ? {
        message: result.message,
        code: 'unpaired-result',
        why: `${result.label} answers no open call before it`,
      }
    : {
        message: result.message,
        code: 'wrong-order',
        why: `${result.label} must come right after message ${call.message + 1}, which made the call`,
      }
}
