/** Writes to a stream and waits until it is written; a closed reader is not an error. */

export function print(stream: NodeJS.WriteStream, content: string | Uint8Array): Promise<void> {
  return new Promise(resolve => {
    stream.once('error', () => resolve())
    stream.write(content, () => resolve())
  })
}
