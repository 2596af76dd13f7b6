/** A file or standard input as a text. */
import { readFile } from 'node:fs/promises'
import { FoveaError } from '../../../errors.ts'
import { textOfBytes } from '../../../tools/workspace/text-of-bytes.ts'
import { readStandardInput } from '../read-session-file.ts'

interface NamedDocument {
  readonly name: string
  readonly bytes: Uint8Array
  readonly text: string
}

export async function readDocument(file: string): Promise<NamedDocument> {
  const name = file === '-' ? 'standard input' : file
  const bytes = file === '-' ? await readStandardInput('a document') : await readBytes(file)
  const read = textOfBytes(bytes)
  if (read.isText) return { name, bytes, text: read.text }
  throw new FoveaError('unknown-format', `${name} is ${read.why}. Only UTF-8 text can be worked on.`, {
    place: { file: name },
  })
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (cause) {
    throw new FoveaError('file-unreadable', `Cannot read ${file}: ${(cause as Error).message}.`, {
      place: { file },
      cause,
    })
  }
}
