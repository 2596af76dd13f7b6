/** What a file said before and after an installation: a backup, and the way back to the byte. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord } from '../../../formats/raw-value.ts'
import { hashText } from '../../../tokens/hash.ts'

export interface InstallRecord {
  readonly file: string
  /** `null` where there was no file. */
  readonly before: string | null
  readonly after: string
}

/** Beside the store. A configuration may hold keys: only its owner reads the copy. */
export function recordPath(storePath: string, file: string): string {
  return join(dirname(storePath), 'hooks', `${hashText(file).slice(0, 16)}.json`)
}

/** `undefined` where there is none that can be read. */
export function readRecord(path: string): InstallRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isRecord(value)) return undefined
    const { file, before, after } = value
    if (typeof file !== 'string' || typeof after !== 'string') return undefined
    return before === null || typeof before === 'string' ? { file, before, after } : undefined
  } catch {
    return undefined
  }
}

export function writeRecord(path: string, record: InstallRecord): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
}

export function removeRecord(path: string): void {
  rmSync(path, { force: true })
}
