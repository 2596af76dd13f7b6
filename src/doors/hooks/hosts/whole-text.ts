/** The whole output where a host keeps it in a file and hands on only a part of it. */
import { readFile, stat } from 'node:fs/promises'
import { isText, toText } from '../../../tokens/bytes.ts'

const maxBytes = 64 * 1024 * 1024

export async function wholeText(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    const file = await stat(path)
    if (!file.isFile() || file.size > maxBytes) return undefined
    const bytes = await readFile(path)
    return isText(bytes) ? toText(bytes) : undefined
  } catch {
    return undefined
  }
}
