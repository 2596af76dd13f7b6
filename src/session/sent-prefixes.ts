/** Which beginnings of a history have been sent, and may therefore be in the provider's cache. */

export interface SentPrefixes {
  /** The longest beginning that is still cached and longer than `minLength`, in messages; 0 if there is none. */
  longest(kind: string, chain: readonly string[], now: number | undefined, minLength?: number): number
  add(kind: string, hash: string, now: number | undefined): void
}

/** Maximum number of each kind. Older ones are dropped: no cache keeps them. */
const maxCount = 4096

/** `kind` separates requests that may differ for the same history: by epoch, or by system text. */
export function sentPrefixes(ttlSeconds: number = Number.POSITIVE_INFINITY): SentPrefixes {
  const kinds = new Map<string, Map<string, number | undefined>>()
  const isWarm = (at: number | undefined, now: number | undefined): boolean =>
    at === undefined || now === undefined || now - at <= ttlSeconds * 1000
  return {
    longest(kind, chain, now, minLength = 0) {
      const sent = kinds.get(kind)
      if (sent === undefined) return 0
      for (let length = chain.length - 1; length > minLength; length -= 1) {
        const hash = chain[length] as string
        if (sent.has(hash)) return isWarm(sent.get(hash), now) ? length : 0
      }
      return 0
    },
    add(kind, hash, now) {
      const sent = kinds.get(kind) ?? new Map<string, number | undefined>()
      kinds.delete(kind)
      kinds.set(kind, sent)
      if (kinds.size > maxCount) kinds.delete(kinds.keys().next().value ?? '')
      sent.delete(hash)
      sent.set(hash, now)
      if (sent.size > maxCount) sent.delete(sent.keys().next().value ?? '')
    },
  }
}
