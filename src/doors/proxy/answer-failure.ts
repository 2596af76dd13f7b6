/** An answer of the proxy itself if the upstream gave none, in a shape that every official client reads. */
import type { ServerResponse } from 'node:http'
import type { RawRecord } from '../../formats/raw-value.ts'
import { sendJson } from '../pages/send-page.ts'
import { UpstreamTimeout } from './transport/upstream.ts'

export function answerFailure(outgoing: ServerResponse, error: unknown, host: string): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  const { status, body } = failureToReach(error, host)
  sendJson(outgoing, status, body)
}

/** The answer to a client if the upstream did not answer. */
export function failureToReach(
  error: unknown,
  host: string,
): { readonly status: 502 | 504; readonly body: RawRecord } {
  const isLate = error instanceof UpstreamTimeout
  const { code } = error as NodeJS.ErrnoException
  const why = isLate ? error.message : (code ?? 'the connection failed')
  const advice = unreachable.has(code ?? '') ? ' Is it running, and the right upstream of this proxy?' : ''
  return {
    status: isLate ? 504 : 502,
    body: failureBody(`fovea could not get an answer from ${host}: ${why}.${advice}`),
  }
}

/** No connection was made. */
const unreachable: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

function failureBody(message: string): RawRecord {
  return { type: 'error', error: { type: 'api_error', code: 'upstream_unreachable', param: null, message } }
}
