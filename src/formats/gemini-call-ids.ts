/** Gives every Gemini call and response an identifier, so that both can be paired. */
import { geminiFunction, geminiParts } from './gemini-fields.ts'

/** `ids[message]?.get(part)`: the identifier of the call or response that is there. */
type GeminiCallIds = readonly ReadonlyMap<number, string>[]

export function geminiCallIds(contents: readonly unknown[]): GeminiCallIds {
  let open = new OpenCalls()
  return contents.map((content, message) => {
    const ids = new Map<number, string>()
    const calls = new OpenCalls()
    for (const [at, part] of geminiParts(content).entries()) {
      const call = geminiFunction(part, 'functionCall')
      const response = geminiFunction(part, 'functionResponse')
      const given = identifier((call ?? response)?.value.id)
      const callId = given ?? `gemini_${message}_${at}`
      if (call !== undefined) {
        calls.add({ callId, name: call.name, anonymous: given === undefined })
        ids.set(at, callId)
      } else if (response !== undefined) ids.set(at, open.answer(response.name, given) ?? callId)
    }
    if (calls.size > 0) open = calls
    return ids
  })
}

function identifier(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined
}

interface Call {
  readonly callId: string
  readonly name: string
  /** Most requests leave the identifiers of calls out. */
  readonly anonymous: boolean
  answered?: true
}

/** The calls of the latest turn that made any, until they are answered. */
class OpenCalls {
  readonly #byId = new Map<string, Call>()
  readonly #anonymous = new Map<string, CallQueue>()
  readonly #identified = new Map<string, CallQueue>()

  get size(): number {
    return this.#byId.size
  }

  add(call: Call): void {
    this.#byId.set(call.callId, call)
    const queues = call.anonymous ? this.#anonymous : this.#identified
    const queue = queues.get(call.name) ?? new CallQueue()
    queues.set(call.name, queue)
    queue.calls.push(call)
  }

  /** The call that a response answers: by identifier, else the next one of its function. */
  answer(name: string, id: string | undefined): string | undefined {
    const call =
      (id === undefined ? undefined : this.#byId.get(id)) ??
      this.#anonymous.get(name)?.first() ??
      (id === undefined ? this.#identified.get(name)?.first() : undefined)
    if (call === undefined || call.answered) return undefined
    call.answered = true
    return call.callId
  }
}

/** Calls of one name in order; each one is skipped at most once. */
class CallQueue {
  readonly calls: Call[] = []
  #passed = 0

  first(): Call | undefined {
    while (this.calls[this.#passed]?.answered) this.#passed += 1
    return this.calls[this.#passed]
  }
}
