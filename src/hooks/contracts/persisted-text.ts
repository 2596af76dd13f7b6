/** The whole output where Claude Code keeps it in a file and hands on only its beginning. */
import { readFile, stat } from 'node:fs/promises'
import type { RawRecord } from '../../formats/raw-value.ts'
import { isText, toText } from '../../measure/bytes.ts'
import { textOf } from './payload-fields.ts'

const mostBytes = 64 * 1024 * 1024

export async function persistedText(response: RawRecord): Promise<string | undefined> {
  const path = textOf(response, 'persistedOutputPath')
  if (path === undefined) return undefined
  try {
    const { size } = await stat(path)
    if (size > mostBytes) return undefined
    const bytes = await readFile(path)
    return isText(bytes) ? toText(bytes) : undefined
  } catch {
    return undefined
  }
}
