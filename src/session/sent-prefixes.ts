/** Which beginnings of a history have been sent, and so may lie in the provider's cache. */

export interface SentPrefixes {
  /** The longest beginning that is still cached, in messages; 0 where there is none. */
  longest(kind: string, chain: readonly string[], now: number | undefined): number
  add(kind: string, hash: string, now: number | undefined): void
}

/** Older ones are forgotten: no cache keeps them. */
const most = 4096

/** `kind` tells apart what may read differently after the same history: an epoch, a system text. */
export function sentPrefixes(ttlSeconds: number = Number.POSITIVE_INFINITY): SentPrefixes {
  const sent = new Map<string, number | undefined>()
  const isWarm = (at: number | undefined, now: number | undefined): boolean =>
    at === undefined || now === undefined || now - at <= ttlSeconds * 1000
  return {
    longest(kind, chain, now) {
      for (let length = chain.length - 1; length > 0; length -= 1) {
        const key = `${kind} ${chain[length]}`
        if (sent.has(key)) return isWarm(sent.get(key), now) ? length : 0
      }
      return 0
    },
    add(kind, hash, now) {
      const key = `${kind} ${hash}`
      sent.delete(key)
      sent.set(key, now)
      if (sent.size > most) sent.delete(sent.keys().next().value ?? '')
    },
  }
}
