/** The token in front of a path, for clients that can be given an address but no header: `/fovea-token/SECRET/v1/messages`. */

export const tokenPrefix = '/fovea-token/'

export interface TokenPath {
  /** The request target without it. */
  readonly target: string
  readonly token?: string
}

export function takeTokenPath(target: string): TokenPath {
  const start = target.startsWith('/') ? 0 : originLength(target)
  if (!target.startsWith(tokenPrefix, start)) return { target }
  const [, token = '', rest = ''] = /^([^/?]*)(.*)/s.exec(target.slice(start + tokenPrefix.length)) ?? []
  return { target: rest.startsWith('/') ? rest : `/${rest}`, token: decoded(token) }
}

/** Of `http://host` in `http://host/path`. */
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
