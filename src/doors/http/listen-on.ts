/** Makes a server listen, and explains in words why it cannot. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FoveaError, optionError } from '../../errors.ts'

interface Listening {
  readonly url: string
  readonly host: string
  readonly port: number
}

interface Address {
  /** 0 means any free port. */
  readonly port: number
  readonly host: string
  /** The option that names the port on the command line. */
  readonly flag: string
}

/** Throws a `FoveaError` if the address cannot be used. */
export function listenOn(server: Server, address: Address): Promise<Listening> {
  const { port } = address
  // `[::1]`, as addresses of pages write it.
  const host = address.host.replace(/^\[([^\]]*)\]$/, '$1')
  return new Promise((resolve, reject) => {
    // Node would listen on every address.
    if (host === '') throw optionError('The host is empty; name an address such as 127.0.0.1 with --host.')
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, address)))
    server.listen(port, host, () => {
      const { port: taken } = server.address() as AddressInfo
      resolve({ url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, host, port: taken })
    })
  })
}

/** Ends open connections too. */
export function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function listenError(error: NodeJS.ErrnoException, { port, host, flag }: Address): unknown {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use; name another with ${flag}, or 0 for any that is free.`,
    EACCES: `Port ${port} on ${host} is not ours to use; name one above 1023 with ${flag}.`,
    EADDRNOTAVAIL: `${host} is no address of this machine; name another with --host.`,
    ENOTFOUND: `${host} is no address of this machine; name another with --host.`,
    ERR_SOCKET_BAD_PORT: `${port} is no port; name one from 0 to 65535 with ${flag}.`,
  }
  const message = why[error.code ?? '']
  return message === undefined ? error : new FoveaError('invalid-option', message, { cause: error })
}
