/** A secret that clients must show in `Authorization: Bearer …`. */
import { OAuthError, OAuthErrorCode, requireBearerAuth } from '@modelcontextprotocol/server'
import { checkedToken, isSameToken } from '../http/access-token.ts'

/** The answer to who does not show it. Throws `invalid-option` where it is too easy to guess. */
export function bearerGate(token: string): (request: Request) => Promise<Response | undefined> {
  checkedToken(token)
  const gate = requireBearerAuth({
    verifier: {
      async verifyAccessToken(shown) {
        if (!isSameToken(shown, token))
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
