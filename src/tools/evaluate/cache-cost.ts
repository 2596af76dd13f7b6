/** The bill of a provider with a prompt cache for consecutive requests: a prefix seen before is cheap, the rest is written. */
import { checkNames, type NamesOf } from '../../settings/option-names.ts'

/** Prices as multiples of an uncached input token. */
export interface CachePrices {
  readonly name: string
  readonly read: number
  readonly write: number
  readonly uncached: number
  /** A request of fewer tokens is not cached at all. @default 0 */
  readonly minTokens?: number
  /** A prefix that was not used for this long expires. @default never */
  readonly ttlSeconds?: number
}

/** Anthropic's published multiples, if nothing expires while the agent works. */
export const warmCache: CachePrices = { name: 'cache stays warm', read: 0.1, write: 1.25, uncached: 1 }
export const fiveMinuteCache: CachePrices = { ...warmCache, name: 'cache of 5 minutes', ttlSeconds: 300 }

/** A part of a request that stays or changes as a whole. */
export interface CachePart {
  readonly text: string
  readonly tokens: number
}

export interface CacheRequest {
  readonly parts: readonly CachePart[]
  /** The time at which it was sent; without times, two requests count as close together. */
  readonly seconds?: number
}

export interface CacheBill {
  readonly requests: number
  /** Tokens by how they were billed. */
  readonly read: number
  readonly written: number
  readonly uncached: number
  readonly cost: number
  /** Requests that could not reuse all of the previous request. */
  readonly breaks: readonly CacheBreak[]
}

interface CacheBreak {
  readonly request: number
  /** The first part that was not read from the cache. */
  readonly part: number
  /** Cached tokens of the previous request that were not used again. */
  readonly lost: number
  readonly why: 'changed' | 'expired'
}

const priceNames: NamesOf<CachePrices> = {
  name: true,
  read: true,
  write: true,
  uncached: true,
  minTokens: true,
  ttlSeconds: true,
}

/** Throws `invalid-option` if a price is misspelt. */
export function cacheBill(requests: Iterable<CacheRequest>, prices: CachePrices): CacheBill {
  checkNames(prices, priceNames)
  const sums = { read: 0, written: 0, uncached: 0 }
  const breaks: CacheBreak[] = []
  let count = 0
  let before: CacheRequest | undefined
  let cached: readonly CachePart[] = []
  for (const request of requests) {
    const isExpired = secondsBetween(before, request) > (prices.ttlSeconds ?? Number.POSITIVE_INFINITY)
    const same = isExpired ? 0 : commonLength(cached, request.parts)
    const lost = tokensFrom(cached, same)
    if (lost > 0) breaks.push({ request: count, part: same, lost, why: isExpired ? 'expired' : 'changed' })
    const fresh = tokensFrom(request.parts, same)
    const total = tokensFrom(request.parts, 0)
    const isCached = total >= (prices.minTokens ?? 0)
    sums.read += total - fresh
    sums[isCached ? 'written' : 'uncached'] += fresh
    cached = isCached ? request.parts : []
    before = request
    count += 1
  }
  const { read, written, uncached } = sums
  const cost = read * prices.read + written * prices.write + uncached * prices.uncached
  return { requests: count, read, written, uncached, cost, breaks }
}

export function tokensSent({ read, written, uncached }: CacheBill): number {
  return read + written + uncached
}

function secondsBetween(before: CacheRequest | undefined, request: CacheRequest): number {
  return before?.seconds === undefined || request.seconds === undefined ? 0 : request.seconds - before.seconds
}

function commonLength(one: readonly CachePart[], other: readonly CachePart[]): number {
  let length = 0
  while (length < one.length && one[length]?.text === other[length]?.text) length += 1
  return length
}

function tokensFrom(parts: readonly CachePart[], first: number): number {
  let tokens = 0
  for (let index = first; index < parts.length; index += 1) tokens += (parts[index] as CachePart).tokens
  return tokens
}
