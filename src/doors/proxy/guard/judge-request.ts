/** Decides by its head alone whether a request may be answered. */
import type { IncomingMessage } from 'node:http'
import { isSameToken } from '../../http/access-token.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../http/loopback-host.ts'
import type { AccessRules } from './access-rules.ts'

export const tokenHeader = 'x-fovea-token'

type Verdict =
  | { readonly type: 'admitted' }
  /** A page of a listed origin asks what it may send. */
  | { readonly type: 'preflight' }
  | Refusal

export interface Refusal {
  readonly type: 'refused'
  readonly status: 400 | 401 | 403
  readonly code: string
  readonly message: string
}

interface RequestHead extends Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'> {
  readonly remoteAddress: string | undefined
  readonly localAddress: string | undefined
  /** The token from the path. */
  readonly pathToken?: string | undefined
}

export function judgeRequest(head: RequestHead, rules: AccessRules): Verdict {
  const hosts = hostsOf(head)
  if (hosts === undefined) return malformed
  if (!hosts.every(host => isOurs(host, head, rules))) return foreignHost
  if (!isFromAllowedPage(head, rules)) return foreignOrigin
  if (isPreflight(head)) return { type: 'preflight' }
  if (rules.token !== undefined) return hasToken(head, rules.token) ? { type: 'admitted' } : withoutToken
  return isLoopbackAddress(head.remoteAddress) ? { type: 'admitted' } : needsToken
}

/** The host that the client asked for, and the one in `GET http://name/path`; `undefined` unless there is exactly one. */
function hostsOf({ headersDistinct, url = '/' }: RequestHead): readonly string[] | undefined {
  const named = headersDistinct['host'] ?? []
  if (named.length !== 1) return undefined
  if (url.startsWith('/') || url === '*') return named
  const target = URL.parse(url)
  return target?.protocol === 'http:' || target?.protocol === 'https:' ? [...named, target.host] : undefined
}

/** A web page can let its own name point to this machine, but neither our names nor an address. */
function isOurs(host: string, { localAddress }: RequestHead, { hosts }: AccessRules): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  if (isLoopbackHost(host) || hosts.has(name)) return true
  const address = localAddress?.replace(/^::ffff:/i, '').toLowerCase()
  return address !== undefined && name === (address.includes(':') ? `[${address}]` : address)
}

/** Programs other than browsers send neither header. */
function isFromAllowedPage({ headers }: RequestHead, rules: AccessRules): boolean {
  const { origin } = headers
  if (origin !== undefined) return origin === `http://${headers.host}` || rules.isListedOrigin(origin)
  // Images, scripts, links and frames of a page are requested without an origin.
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'none' || site === 'same-origin'
}

function isPreflight({ method, headers }: RequestHead): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

function hasToken({ headers, pathToken }: RequestHead, token: string): boolean {
  const shown = headers[tokenHeader] ?? pathToken
  return typeof shown === 'string' && isSameToken(shown, token)
}

const refused = (status: Refusal['status'], code: string, message: string): Refusal => ({
  type: 'refused',
  status,
  code,
  message,
})

const malformed = refused(400, 'invalid_host', 'fovea: a request must name exactly one host.')
const foreignHost = refused(
  403,
  'host_not_allowed',
  'fovea: the proxy does not answer under this host name. Use http://127.0.0.1, or start it with --allow-host NAME.',
)
const foreignOrigin = refused(
  403,
  'origin_not_allowed',
  'fovea: the proxy does not answer this page. Start it with --allow-origin ORIGIN to let a page or an app use it.',
)
const withoutToken = refused(
  401,
  'token_required',
  `fovea: the proxy needs its own token, in the header ${tokenHeader} or in front of the path: /fovea-token/TOKEN/v1/….`,
)
const needsToken = refused(
  403,
  'token_required',
  'fovea: the proxy has no token, and so answers this machine alone. Start it with --token.',
)
