/** Imports an exported directory: every file of its manifest becomes an original again, with its views. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorAtFile } from '../errors.ts'
import { maskSecrets } from '../scan/secrets/secrets.ts'
import { isText, toText } from '../tokens/bytes.ts'
import { hashBytes } from '../tokens/hash.ts'
import { type ExportedView, manifestName } from './export-originals.ts'
import type { Original, Store, View } from './store.ts'

interface ImportReport {
  readonly originals: number
  readonly added: number
}

const together = 50

/** Throws where a file of an export is missing or differs from the manifest. */
export function checkExport(directory: string): void {
  for (const { file, hash } of manifestOf(directory)) soundBytesOf(join(directory, file), hash)
}

/** Throws `corrupt` for the first file that differs from the manifest, before anything of its batch is stored. */
export async function importOriginals(directory: string, store: Store): Promise<ImportReport> {
  const files = manifestOf(directory)
  let added = 0
  for (let at = 0; at < files.length; at += together) {
    const batch = files.slice(at, at + together)
    const originals = batch.map(({ file, hash }) => originalIn(join(directory, file), hash))
    added += (await store.put(originals)).filter(stored => stored.added).length
    const views = await unknownViews(batch, store)
    if (views.length > 0) await store.record({ originals: [], views })
  }
  return { originals: files.length, added }
}

/** One text cannot replace two originals: a view that the store has for another original stays as it is. */
async function unknownViews(files: readonly ListedFile[], store: Store): Promise<readonly View[]> {
  const views = files.flatMap(({ hash: original, views }) => views.map(view => ({ ...view, original })))
  const known = await store.views(views.map(({ hash }) => hash))
  return views.filter(({ hash }) => !known.has(hash))
}

interface ListedFile {
  readonly file: string
  readonly hash: string
  readonly views: readonly ExportedView[]
}

function manifestOf(directory: string): readonly ListedFile[] {
  const path = join(directory, manifestName)
  if (!existsSync(path))
    throw errorAtFile(
      'file-unreadable',
      path,
      `There is no ${path}; name a directory that "fovea store export" wrote.`,
    )
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
      .filter(({ file, hash }) => typeof file === 'string' && typeof hash === 'string' && !/[\\/]/.test(file))
      .map(({ file, hash, views }) => ({ file, hash, views: viewsIn(views) }))
  } catch (cause) {
    throw errorAtFile('file-unreadable', path, `${path} is no manifest of an export.`, cause)
  }
}

const medias: ReadonlySet<unknown> = new Set<View['media']>(['text', 'json', 'messages'])

function viewsIn(listed: unknown): readonly ExportedView[] {
  if (!Array.isArray(listed)) return []
  return listed
    .filter(({ hash, media }) => typeof hash === 'string' && medias.has(media))
    .map(({ hash, media }) => ({ hash, media }))
}

function originalIn(path: string, hash: string): Original {
  const bytes = soundBytesOf(path, hash)
  const text = isText(bytes) ? toText(bytes) : ''
  const masked = maskSecrets(text)
  return { hash, bytes, ...(masked === text ? {} : { searchable: masked }) }
}

function soundBytesOf(path: string, hash: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = Uint8Array.from(readFileSync(path))
  } catch (cause) {
    throw errorAtFile('file-unreadable', path, `Cannot read ${path}.`, cause)
  }
  if (hashBytes(bytes) !== hash)
    throw errorAtFile('corrupt', path, `${path} is not what was exported: its hash differs.`)
  return bytes
}
