/** Who may use the proxy, as configured by the operator. */
import { optionError } from '../../../errors.ts'
import { checkedToken } from '../../http/access-token.ts'

export interface AccessOptions {
  /** Names under which clients may ask for the proxy, in addition to those of this machine. @default none */
  readonly allowedHosts?: readonly string[] | undefined
  /**
   * Origins of web pages and desktop apps that may use the proxy: `http://localhost:3000`, `app://obsidian.md`, or
   * `vscode-webview://*` for every page of a scheme that no website can have. @default none
   */
  readonly allowedOrigins?: readonly string[] | undefined
  /** The token that every client must send in `x-fovea-token`. Required if others can reach the proxy. @default none */
  readonly token?: string | undefined
}

export interface AccessRules {
  /** In lower case, without a port. */
  readonly hosts: ReadonlySet<string>
  readonly isListedOrigin: (origin: string) => boolean
  readonly token: string | undefined
}

/** Throws `invalid-option`. */
export function accessRules({ allowedHosts = [], allowedOrigins = [], token }: AccessOptions): AccessRules {
  const origins = new Set(allowedOrigins.map(checkedOrigin))
  return {
    hosts: new Set(allowedHosts.map(checkedHost)),
    isListedOrigin: origin => origins.has(origin) || origins.has(everyPageOf(origin)),
    token: token === undefined ? undefined : checkedToken(token),
  }
}

function checkedHost(name: string): string {
  if (!/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/i.test(name))
    throw optionError(
      `${JSON.stringify(name)} is no host name; write it as box.internal, without a scheme or a port.`,
    )
  return name.toLowerCase()
}

function checkedOrigin(origin: string): string {
  const url = URL.parse(origin)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    // The form that a browser sends: no default port, no path.
    if (url.href === `${url.origin}/` && !url.host.includes('*')) return url.origin
  } else if (/^[a-z][a-z0-9+.-]{0,63}:\/\/(?:\*|[^\s/*?#@]{1,253})$/.test(origin)) return origin
  throw optionError(
    `${JSON.stringify(origin)} is no origin that can be allowed; write it as http://localhost:3000 or app://name. Every website can be "null".`,
  )
}

/** `vscode-webview://1a2b` → `vscode-webview://*`, which cannot be listed for schemes of the web. */
function everyPageOf(origin: string): string {
  return origin.replace(/:\/\/.*$/s, '://*')
}
