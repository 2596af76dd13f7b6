/** The target of a request: the upstream of its provider, with its own path and query. */
import type { IncomingMessage } from 'node:http'
import { type UpstreamOption, upstreamFor } from './provider-upstreams.ts'

export interface UpstreamTarget {
  readonly upstream: URL
  /** Path and query of the request, each appended to that of the upstream. */
  readonly path: string
}

export function targetOf(
  addresses: Readonly<Record<UpstreamOption, URL>>,
  { headers, url = '/' }: IncomingMessage,
): UpstreamTarget {
  const [path, query] = splitTarget(url)
  const upstream = addresses[upstreamFor(path, headers).option]
  return { upstream, path: joined(upstream.pathname, path) + joinedQuery(upstream.search, query) }
}

/** Path and query of a request line; `http://host/path`, as sent to a forward proxy, counts as `/path`. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const mark = local.indexOf('?')
  const path = mark < 0 ? local : local.slice(0, mark)
  return [path.startsWith('/') ? path : `/${path}`, mark < 0 ? '' : local.slice(mark)]
}

/** `/api/v1` and `/v1/models` become `/api/v1/models`: a version in both is written once. */
function joined(upstreamPath: string, path: string): string {
  const base = upstreamPath.replace(/\/$/, '')
  const version = /\/v\d+$/.exec(base)?.[0]
  return base + (version !== undefined && path.startsWith(`${version}/`) ? path.slice(version.length) : path)
}

/** `?api-version=1` and `?beta=true` become `?api-version=1&beta=true`. */
function joinedQuery(upstreamQuery: string, query: string): string {
  return upstreamQuery === '' || query === '' ? upstreamQuery + query : `${upstreamQuery}&${query.slice(1)}`
}
