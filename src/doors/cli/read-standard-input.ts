/** All bytes of standard input; a terminal that nobody pipes into is an error, not a wait. */
import { FoveaError } from '../../errors.ts'

export async function readStandardInput(what: string): Promise<Uint8Array> {
  if (process.stdin.isTTY)
    throw new FoveaError(
      'file-unreadable',
      `Nothing on standard input: pipe ${what} into it, or name a file.`,
    )
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
