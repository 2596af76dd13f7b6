/** Writes to a stream and waits until it is written; a reader who left is no failure. */

export function print(stream: NodeJS.WriteStream, content: string | Uint8Array): Promise<void> {
  return new Promise(resolve => {
    stream.once('error', () => resolve())
    stream.write(content, () => resolve())
  })
}
