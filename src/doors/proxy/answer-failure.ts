/** An answer of the proxy itself if the upstream gave none, in a shape that every official client reads. */
import type { ServerResponse } from 'node:http'
import type { RawRecord } from '../../formats/raw-value.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
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
  const advice = advices.find(([codes]) => codes.has(code ?? ''))?.[1] ?? ''
  return {
    status: isLate ? 504 : 502,
    body: failureBody(`fovea could not get an answer from ${host}: ${why}.${advice}`),
  }
}

/** What to do about an error, by its codes. */
const advices: readonly (readonly [codes: ReadonlySet<string>, advice: string])[] = [
  [
    wordSet('ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH'),
    ' Is it running, and the right upstream of this proxy?',
  ],
  [wordSet('EPROTO'), ' No TLS connection could be made: does its address begin with http://?'],
  [
    wordSet(`DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT
      UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE`),
    ' Node does not trust who signed its certificate: start the proxy with NODE_EXTRA_CA_CERTS=FILE, the certificate of that authority.',
  ],
]

function failureBody(message: string): RawRecord {
  return { type: 'error', error: { type: 'api_error', code: 'upstream_unreachable', param: null, message } }
}
