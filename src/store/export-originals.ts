/** Exports originals to a directory, one file each, with a manifest: readable without Fovea. */
import { join } from 'node:path'
import { FoveaError } from '../errors.ts'
import { isText } from '../tokens/bytes.ts'
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

function exportTarget(directory: string): ExportTarget {
  const manifest: string[] = []
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
      manifest.push(`${JSON.stringify({ handle, hash, size, state, file, views })}\n`)
    },
    abandon(error) {
      if (!isMade || !FoveaError.isInstance(error)) throw error
      write('manifest.jsonl', manifest.join(''))
      const { code, message, place } = error
      throw new FoveaError(code, `Only ${written} originals are in ${directory}. ${message}`, {
        place,
        cause: error,
      })
    },
    finish() {
      write('manifest.jsonl', manifest.join(''))
      if (damaged.length > 0)
        throw new FoveaError(
          'corrupt',
          `${written} originals are in ${directory}; ${damaged.length} are damaged and were left out: ${damaged.slice(0, 8).join(', ')}.`,
          { place: { file: directory } },
        )
      return written
    },
  }
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
    throw new FoveaError('file-unwritable', `Cannot export to ${directory}: ${why}.`, {
      place: { file: directory },
      cause,
    })
  }
}
