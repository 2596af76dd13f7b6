/** The MCP server over streamable HTTP: for clients on this machine, or clients with a token. */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import { type FoveaError, optionError } from '../../errors.ts'
import type { NamesOf } from '../../settings/option-names.ts'
import { checkedToken, isSameToken } from '../http/access-token.ts'
import { closeServer, listenOn } from '../http/listen-on.ts'
import { isLoopbackHost } from '../http/loopback-host.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { type McpOptions, maxRequestBytes, resolveMcpOptions } from './mcp-options.ts'

export interface McpHttpOptions extends McpOptions {
  /** 0 means any free port. @default 0 */
  readonly port?: number | undefined
  /** @default 127.0.0.1 */
  readonly host?: string | undefined
  /** Names under which the server may be asked for, in addition to the names of this machine. @default none */
  readonly allowedHosts?: readonly string[] | undefined
  /** The bearer token that clients must send. Required if `host` is reachable from other machines. @default none */
  readonly token?: string | undefined
}

export interface McpHttpServer {
  /** Where clients connect: `http://127.0.0.1:3000/mcp`. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

const path = '/mcp'
const httpOptionNames: NamesOf<Omit<McpHttpOptions, keyof McpOptions>> = {
  port: true,
  host: true,
  allowedHosts: true,
  token: true,
}

/** Throws a `FoveaError` if the port is taken, or if others could reach the server without a token. */
export async function listenMcpHttp(options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const { port = 0, host = '127.0.0.1', allowedHosts = [], token } = options
  if (token === undefined && !isLoopbackHost(host)) throw tokenNeeded(host)
  const refusal = token === undefined ? undefined : bearerGate(token)
  const settings = resolveMcpOptions(options, httpOptionNames)
  const handler = createMcpHandler(() => createMcpServer(settings), { maxRequestBodySize: maxRequestBytes })
  // A web page can let its own name point here: only requests for our names are answered.
  const names = [
    ...localhostAllowedHostnames(),
    host.includes(':') && !host.startsWith('[') ? `[${host}]` : host,
    ...allowedHosts,
  ]
  const answer = async (request: Request): Promise<Response> =>
    hostHeaderValidationResponse(request, names) ??
    originValidationResponse(request, names) ??
    (await refusal?.(request)) ??
    (new URL(request.url).pathname === path
      ? handler.fetch(request)
      : new Response(`The MCP server is at ${path}.\n`, { status: 404 }))
  const server = createServer(getRequestListener(answer))
  const listening = await listenOn(server, { port, host, flag: '--http' })
  return {
    url: `${listening.url}${path}`,
    port: listening.port,
    close: async () => {
      await handler.close()
      await closeServer(server)
    },
  }
}

function tokenNeeded(host: string): FoveaError {
  return optionError(
    `Others can reach ${host} and could read every original: set FOVEA_MCP_TOKEN (or --token) to a secret that clients must show, or listen on 127.0.0.1.`,
  )
}

/** Returns the refusal for a request without the token. Throws `invalid-option` if the token is too easy to guess. */
function bearerGate(token: string): (request: Request) => Promise<Response | undefined> {
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
