/** The body of a request: whole where it is small enough to be read, else what came so far and the rest to come. */
import type { IncomingMessage } from 'node:http'

export type RequestBody =
  | { readonly type: 'whole'; readonly bytes: Buffer }
  | { readonly type: 'large'; readonly start: Buffer; readonly rest: IncomingMessage }

export function readBody(incoming: IncomingMessage, mostBytes: number): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const leave = (): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', reject).off('close', onClose)
    }
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= mostBytes) return
      incoming.pause()
      leave()
      resolve({ type: 'large', start: Buffer.concat(chunks), rest: incoming })
    }
    const onEnd = (): void => {
      leave()
      resolve({ type: 'whole', bytes: Buffer.concat(chunks) })
    }
    const onClose = (): void => reject(new Error('the client left before its request was complete'))
    incoming.on('data', onData).on('end', onEnd).on('error', reject).on('close', onClose)
  })
}
