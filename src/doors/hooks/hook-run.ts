/** `fovea hook run` without the rest of the command line: it starts once for each tool call. */
import { FoveaError } from '../../errors.ts'
import { readHookArguments } from './hook-settings.ts'
import { print } from './print.ts'
import { runHook } from './run-hook.ts'

/** More than any host sends; it could only be held, not shortened. */
const maxBytes = 256 * 1024 * 1024

/** Reads standard input, answers on standard output. */
export async function hookRun(args: readonly string[]): Promise<void> {
  const { words, settings } = readHookArguments(args)
  const [host = '', event = ''] = words
  const answer = await runHook({ host, event, input: () => readAll(process.stdin), settings })
  if (answer !== '') await print(process.stdout, `${answer}\n`)
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) throw new FoveaError('invalid-option', 'What the host sent is too large.')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
