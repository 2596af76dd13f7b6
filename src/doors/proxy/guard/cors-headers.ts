/** CORS headers for a page of a listed origin. They never allow credentials: the page sends keys in its own headers. */
import type { IncomingHttpHeaders } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** Headers that let such a page read an answer. */
export function corsHeaders(origin: string): Headers {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': '*',
    vary: 'Origin',
  }
}

/** The answer to a preflight: allows everything that a client of a provider may send. */
export function preflightHeaders(origin: string, asked: IncomingHttpHeaders): Headers {
  const headers = asked['access-control-request-headers']
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    ...(typeof headers === 'string' && isHeaderNames(headers)
      ? { 'access-control-allow-headers': headers }
      : {}),
    ...(asked['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
    'access-control-max-age': '600',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Private-Network',
  }
}

/** The names are listed, since `*` does not include `authorization`. */
function isHeaderNames(text: string): boolean {
  return text.split(',').every(name => /^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name.trim()))
}

/** Headers with which an upstream would let other pages read its answer. */
export function isCorsHeader(name: string): boolean {
  return name.startsWith('access-control-') || name === 'timing-allow-origin'
}
