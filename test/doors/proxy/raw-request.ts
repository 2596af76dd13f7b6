/** A request written to the socket as it is, and the answer as it came: what no HTTP client would send. */
import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** `lines`: the request line and the headers; the connection is closed behind the body. */
export function rawRequest(url: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
    socket.write([...lines, ...length, 'Connection: close', '', body].join('\r\n'))
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      resolve({
        status: Number(head.split(' ')[1] ?? 0),
        head: head.toLowerCase(),
        body: rest.join('\r\n\r\n'),
      })
    })
  })
}
