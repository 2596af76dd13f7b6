/** Reads the body of a request: all of it if it is small enough, else the part that came so far, and the rest as a stream. */
import type { IncomingMessage } from 'node:http'

export type RequestBody =
  /** In memory that threads share, so that none has to copy it. */
  | { readonly type: 'whole'; readonly bytes: Buffer }
  | { readonly type: 'large'; readonly start: Buffer; readonly rest: IncomingMessage }

export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const announced = Number(incoming.headers['content-length'])
    // Filled chunk by chunk: copying a large body at its end would block every stream.
    let whole = shared(announced <= maxBytes ? announced : 0)
    let size = 0
    const leave = (): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', reject).off('close', onClose)
    }
    const onData = (chunk: Buffer): void => {
      if (size + chunk.length > whole.length) {
        const larger = shared(Math.max(size + chunk.length, Math.min(2 * whole.length, maxBytes)))
        whole.copy(larger, 0, 0, size)
        whole = larger
      }
      chunk.copy(whole, size)
      size += chunk.length
      if (size <= maxBytes) return
      incoming.pause()
      leave()
      resolve({ type: 'large', start: whole.subarray(0, size), rest: incoming })
    }
    const onEnd = (): void => {
      leave()
      resolve({ type: 'whole', bytes: whole.subarray(0, size) })
    }
    const onClose = (): void => reject(new Error('the client left before its request was complete'))
    incoming.on('data', onData).on('end', onEnd).on('error', reject).on('close', onClose)
  })
}

function shared(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length))
}
