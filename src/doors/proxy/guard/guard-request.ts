/** The guard in front of every route: admits or answers a request before any of it is read. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '../../pages/send-page.ts'
import type { AccessRules } from './access-rules.ts'
import { corsHeaders, preflightHeaders } from './cors-headers.ts'
import { judgeRequest, type Refusal } from './judge-request.ts'

/** The refusal, if any; `undefined` if the request was answered, or may proceed. */
type Guarded = { readonly isAdmitted: boolean; readonly refusal?: Refusal }

/** Removes the token from the path, so that no later handler sees it. */
export function guardRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rules: AccessRules,
): Guarded {
  const { method, url = '/', headers, headersDistinct, socket } = incoming
  const { target, token } = takeTokenPath(url)
  incoming.url = target
  const { remoteAddress, localAddress } = socket
  const verdict = judgeRequest(
    { method, url, headers, headersDistinct, remoteAddress, localAddress, pathToken: token },
    rules,
  )
  const { origin } = headers
  if (origin !== undefined && rules.isListedOrigin(origin) && verdict.type !== 'preflight')
    for (const [name, value] of Object.entries(corsHeaders(origin))) outgoing.setHeader(name, value)
  if (verdict.type === 'admitted') return { isAdmitted: true }
  if (verdict.type === 'preflight') {
    outgoing.writeHead(204, preflightHeaders(origin ?? '', headers)).end()
    return { isAdmitted: false }
  }
  refuse(outgoing, verdict)
  return { isAdmitted: false, refusal: verdict }
}

const errorTypes = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
} as const

/** Answers in a shape that every official client reads. */
function refuse(outgoing: ServerResponse, { status, code, message }: Refusal): void {
  if (status === 401) outgoing.setHeader('www-authenticate', 'Fovea-Token')
  sendJson(outgoing, status, {
    type: 'error',
    error: { type: errorTypes[status], code, param: null, message },
  })
}

/** A token as a prefix of the path, for clients that can set an address but no header: `/fovea-token/SECRET/v1/messages`. */
const tokenPrefix = '/fovea-token/'

interface TokenPath {
  /** The request target without the token. */
  readonly target: string
  readonly token?: string
}

function takeTokenPath(target: string): TokenPath {
  const start = target.startsWith('/') ? 0 : originLength(target)
  if (!target.startsWith(tokenPrefix, start)) return { target }
  const [, token = '', rest = ''] = /^([^/?]*)(.*)/s.exec(target.slice(start + tokenPrefix.length)) ?? []
  return { target: rest.startsWith('/') ? rest : `/${rest}`, token: decoded(token) }
}

/** The length of `http://host` in `http://host/path`. */
function originLength(target: string): number {
  return /^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
