/** Exports originals to a directory, one file each, with a manifest: readable without Fovea. */
import { join } from 'node:path'
import { errorAtFile, FoveaError } from '../errors.ts'
import { isText } from '../tokens/bytes.ts'
import { jsonRecord } from '../tokens/json-value.ts'
import { makeDirectory } from './make-directory.ts'
import type { View } from './store.ts'

/** A text that replaces an original. */
export type ExportedView = Pick<View, 'hash' | 'media'>

export interface Exported {
  readonly handle: string
  readonly hash: string
  readonly size: number
  readonly state: 'available' | 'purged' | 'corrupt'
  /** Present if the state is `available`. */
  readonly bytes?: Uint8Array
  /** The views by which `uncompress` finds it. */
  readonly views?: readonly ExportedView[] | undefined
}

export function viewsByOriginal<Key>(
  views: Iterable<ExportedView & { readonly original: Key }>,
): ReadonlyMap<Key, readonly ExportedView[]> {
  const grouped = new Map<Key, ExportedView[]>()
  for (const { original, hash, media } of views) {
    const own = grouped.get(original)
    if (own === undefined) grouped.set(original, [{ hash, media }])
    else own.push({ hash, media })
  }
  return grouped
}

/** Exports everything that is sound; then throws `corrupt` if something was not. */
export function exportOriginals(directory: string, originals: Iterable<Exported>): number {
  const target = exportTarget(directory)
  try {
    for (const original of originals) target.add(original)
  } catch (error) {
    target.abandon(error)
  }
  return target.finish()
}

/** The same for an asynchronous source. */
export async function exportLater(directory: string, originals: AsyncIterable<Exported>): Promise<number> {
  const target = exportTarget(directory)
  try {
    for await (const original of originals) target.add(original)
  } catch (error) {
    target.abandon(error)
  }
  return target.finish()
}

interface ExportTarget {
  add(original: Exported): void
  /** Writes the manifest of what was exported, and throws the error that ended the export. */
  abandon(error: unknown): never
  finish(): number
}

type ManifestLine = Omit<Exported, 'bytes'> & { readonly file?: string | undefined }

function exportTarget(directory: string): ExportTarget {
  const manifest = earlierManifest(directory)
  const damaged: string[] = []
  let isMade = false
  let written = 0
  const write = (name: string, content: Uint8Array | string): void => {
    // Created with the first file: a store that cannot be read leaves no empty directory.
    if (!isMade) inDirectory(directory, () => makeDirectory(directory, 0o700))
    isMade = true
    inDirectory(directory, () => replaceFile(directory, name, content))
  }
  return {
    add({ handle, hash, size, state, bytes, views }) {
      const file = bytes === undefined ? undefined : `${handle}.${isText(bytes) ? 'txt' : 'bin'}`
      if (file !== undefined && bytes !== undefined) {
        write(file, bytes)
        written += 1
      }
      if (state === 'corrupt') damaged.push(handle)
      const earlier = manifest.get(hash)
      // The earlier export may have a sound copy.
      if (earlier !== undefined && state === 'corrupt') return
      const all = [...(earlier?.views ?? []), ...(views ?? [])]
      const byHash = new Map(all.map(view => [view.hash, view]))
      manifest.set(hash, { handle, hash, size, state, file, views: views && [...byHash.values()] })
    },
    abandon(error) {
      if (!isMade || !FoveaError.isInstance(error)) throw error
      write(manifestName, linesOf(manifest))
      const { code, message, place } = error
      throw new FoveaError(code, `Only ${written} originals are in ${directory}. ${message}`, {
        place,
        cause: error,
      })
    },
    finish() {
      write(manifestName, linesOf(manifest))
      if (damaged.length > 0)
        throw errorAtFile(
          'corrupt',
          directory,
          `${written} originals are in ${directory}; ${damaged.length} are damaged and were left out: ${damaged.slice(0, 8).join(', ')}.`,
        )
      return written
    },
  }
}

export const manifestName = 'manifest.jsonl'

/** By hash. The files of an earlier export to the same directory stay, and so do their lines. */
function earlierManifest(directory: string): Map<string, ManifestLine> {
  const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
  const path = join(directory, manifestName)
  if (!existsSync(path)) return new Map()
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
  return new Map(
    lines.map(line => {
      const entry = jsonRecord(line)
      if (typeof entry?.hash !== 'string' || typeof entry.handle !== 'string')
        throw errorAtFile(
          'file-unwritable',
          path,
          `${path} is no manifest of an export and was left as it is; name another directory.`,
        )
      return [entry.hash, entry as unknown as ManifestLine]
    }),
  )
}

function linesOf(manifest: ReadonlyMap<string, ManifestLine>): string {
  return Array.from(manifest.values(), line => `${JSON.stringify(line)}\n`).join('')
}

/** Writes to a temporary file and renames it: no partial file, no old permissions, no symbolic link followed. */
function replaceFile(directory: string, name: string, content: Uint8Array | string): void {
  // An import of node:fs would load all of it with the library.
  const { renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs')
  const part = join(directory, `.${name}.part`)
  rmSync(part, { force: true })
  writeFileSync(part, content, { flag: 'wx', mode: 0o600 })
  renameSync(part, join(directory, name))
}

function inDirectory(directory: string, work: () => void): void {
  try {
    work()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw errorAtFile('file-unwritable', directory, `Cannot export to ${directory}: ${why}.`, cause)
  }
}
