/** The way back from an exported directory: every file of its manifest becomes an original again. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FoveaError } from '../errors.ts'
import { maskSecrets } from '../scan/secrets/secrets.ts'
import { isText, toText } from '../tokens/bytes.ts'
import { hashBytes } from '../tokens/hash.ts'
import type { Original, Store } from './store.ts'

export interface ImportReport {
  readonly originals: number
  readonly added: number
}

const together = 50

/** Throws `corrupt` for the first file that is not what the manifest says, before anything of its batch is stored. */
export async function importOriginals(directory: string, store: Store): Promise<ImportReport> {
  const files = manifestOf(directory)
  let added = 0
  for (let at = 0; at < files.length; at += together) {
    const batch = files
      .slice(at, at + together)
      .map(({ file, hash }) => originalIn(join(directory, file), hash))
    added += (await store.put(batch)).filter(stored => stored.added).length
  }
  return { originals: files.length, added }
}

function manifestOf(directory: string): readonly { readonly file: string; readonly hash: string }[] {
  const path = join(directory, 'manifest.jsonl')
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
      .filter(({ file, hash }) => typeof file === 'string' && typeof hash === 'string' && !/[\\/]/.test(file))
  } catch (cause) {
    throw new FoveaError('file-unreadable', `${path} is no manifest of an export.`, {
      place: { file: path },
      cause,
    })
  }
}

function originalIn(path: string, hash: string): Original {
  let bytes: Uint8Array
  try {
    bytes = Uint8Array.from(readFileSync(path))
  } catch (cause) {
    throw new FoveaError('file-unreadable', `Cannot read ${path}.`, { place: { file: path }, cause })
  }
  if (hashBytes(bytes) !== hash)
    throw new FoveaError('corrupt', `${path} is not what was exported: its hash differs.`, {
      place: { file: path },
    })
  const text = isText(bytes) ? toText(bytes) : ''
  const masked = maskSecrets(text)
  return { hash, bytes, ...(masked === text ? {} : { searchable: masked }) }
}
