/** The latest request of each session as it came and as it was sent, for its page: only in memory, and limited. */

export interface LatestRequest {
  /** The bytes as they came, encoded as `encoding` says. */
  readonly given: Uint8Array
  readonly encoding: string | undefined
  readonly sent: Uint8Array
  /** The bytes in `sent` have no encoding. */
  readonly isSentPlain: boolean
  /** The number of messages at each new view. */
  readonly epochs: readonly number[]
}

export interface LatestRequests {
  keep(
    session: string,
    request: Omit<LatestRequest, 'epochs'> & { readonly epochAt?: number | undefined },
  ): void
  get(session: string): LatestRequest | undefined
}

const maxSessions = 32
const maxBytes = 64 * 1024 * 1024

export function createLatestRequests(): LatestRequests {
  const requests = new Map<string, LatestRequest>()
  let bytes = 0
  const drop = (session: string): void => {
    const known = requests.get(session)
    if (known === undefined) return
    bytes -= known.given.length + known.sent.length
    requests.delete(session)
  }
  return {
    keep: (session, { epochAt, ...request }) => {
      const epochs = requests.get(session)?.epochs ?? []
      drop(session)
      requests.set(session, { ...request, epochs: epochAt === undefined ? epochs : [...epochs, epochAt] })
      bytes += request.given.length + request.sent.length
      // The oldest are dropped first; the latest is kept, however large it is.
      for (const oldest of requests.keys()) {
        if ((requests.size <= maxSessions && bytes <= maxBytes) || oldest === session) break
        drop(oldest)
      }
    },
    get: session => requests.get(session),
  }
}
