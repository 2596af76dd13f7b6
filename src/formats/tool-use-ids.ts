/** Identifiers as Anthropic and Bedrock require them: letters, digits, `_` and `-`, unique for each call. */
export class ToolUseIds {
  readonly #taken = new Set<string>()
  readonly #copies = new Map<string, number>()
  readonly #given = new Map<string, string>()

  ofCall(callId: string): string {
    const wanted = legal(callId)
    let copy = this.#copies.get(wanted) ?? 1
    let id = copy === 1 ? wanted : `${wanted}_${copy}`
    while (this.#taken.has(id)) {
      copy += 1
      id = `${wanted}_${copy}`
    }
    this.#copies.set(wanted, copy)
    this.#taken.add(id)
    this.#given.set(callId, id)
    return id
  }

  /** A result answers the latest call with its identifier. */
  ofResult(callId: string): string {
    return this.#given.get(callId) ?? legal(callId)
  }
}

/** Bedrock takes 64 characters: the others are for the number of a copy. */
const maxLength = 56

function legal(callId: string): string {
  return callId.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, maxLength) || 'call'
}
