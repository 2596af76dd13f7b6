/** A file or standard input as a text. */
import { readFile } from 'node:fs/promises'
import { errorAtFile, unreadableFile } from '../../../errors.ts'
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
  throw errorAtFile('unknown-format', name, `${name} is ${read.why}. Only UTF-8 text can be worked on.`)
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (cause) {
    throw unreadableFile(file, cause)
  }
}
