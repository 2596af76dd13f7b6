/** The providers that requests are sent to. A new one is an entry here; the compiler then asks for its option in `ProxyOptions`. */
import type { IncomingHttpHeaders } from 'node:http'

/** The option of the proxy with the address of an upstream. */
export type UpstreamOption = 'anthropicUpstream' | 'openaiUpstream'

interface ProviderUpstream {
  readonly option: UpstreamOption
  /** The same option on the command line. */
  readonly flag: string
  /** Its requests, as the help of the command names them. */
  readonly requests: string
  readonly defaultAddress: string
  takes(path: string, headers: IncomingHttpHeaders): boolean
}

const anthropicPath = /(?:^|\/v\d+)\/(?:messages|complete)(?:\/|$)/

const anthropic: ProviderUpstream = {
  option: 'anthropicUpstream',
  flag: '--anthropic-upstream',
  requests: 'requests of the Anthropic API',
  defaultAddress: 'https://api.anthropic.com',
  takes: (path, headers) => 'anthropic-version' in headers || anthropicPath.test(path),
}

const openai: ProviderUpstream = {
  option: 'openaiUpstream',
  flag: '--openai-upstream',
  requests: 'all other requests',
  defaultAddress: 'https://api.openai.com',
  takes: () => true,
}

export const providerUpstreams: readonly ProviderUpstream[] = [anthropic, openai]

/** The first that takes the request; the last takes all others. */
export function upstreamFor(path: string, headers: IncomingHttpHeaders): ProviderUpstream {
  return providerUpstreams.find(each => each.takes(path, headers)) ?? openai
}

/** A value for each upstream, by its option. */
export function byUpstream<Value>(
  describe: (upstream: ProviderUpstream) => Value,
): Readonly<Record<UpstreamOption, Value>> {
  const values = providerUpstreams.map(upstream => [upstream.option, describe(upstream)])
  return Object.fromEntries(values) as Record<UpstreamOption, Value>
}
