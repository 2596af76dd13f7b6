/** A secret that clients must show in `Authorization: Bearer …`. */
import { hash, timingSafeEqual } from 'node:crypto'
import { OAuthError, OAuthErrorCode, requireBearerAuth } from '@modelcontextprotocol/server'
import { FoveaError } from '../errors.ts'

/** What an attacker cannot guess, in characters that a header can carry. */
const shape = /^[\x21-\x7e]{16,512}$/

/** The answer to who does not show it. Throws `invalid-option` where it is too easy to guess. */
export function bearerGate(token: string): (request: Request) => Promise<Response | undefined> {
  if (!shape.test(token))
    throw new FoveaError(
      'invalid-option',
      'The token must have at least 16 characters, none of them a space; "openssl rand -hex 32" makes one.',
    )
  const gate = requireBearerAuth({
    verifier: {
      async verifyAccessToken(shown) {
        if (!isSame(shown, token))
          throw new OAuthError(OAuthErrorCode.InvalidToken, 'Not the token of this server')
        return { token: shown, clientId: 'fovea', scopes: [], expiresAt: Number.POSITIVE_INFINITY }
      },
    },
  })
  return async request => {
    const admitted = await gate(request)
    return admitted instanceof Response ? admitted : undefined
  }
}

/** As long for a near miss as for any other; hashes, since equal lengths are needed. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
