/** The guard in front of every route: before anything of a request is read, it is admitted, or answered here. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '../answer-failure.ts'
import type { AccessRules } from './access-rules.ts'
import { corsHeaders, preflightHeaders } from './cors-headers.ts'
import { judgeRequest, type Refusal } from './judge-request.ts'
import { takeTokenPath } from './token-path.ts'

/** The refusal where there was one; `undefined` where the request was answered, or is to go on. */
export type Guarded = { readonly isAdmitted: boolean; readonly refusal?: Refusal }

/** Takes the token out of the path, so that nobody behind it sees one. */
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

/** In a shape that every official client reads. */
function refuse(outgoing: ServerResponse, { status, code, message }: Refusal): void {
  if (status === 401) outgoing.setHeader('www-authenticate', 'Fovea-Token')
  sendJson(outgoing, status, {
    type: 'error',
    error: { type: errorTypes[status], code, param: null, message },
  })
}
