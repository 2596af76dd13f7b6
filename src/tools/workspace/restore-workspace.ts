/** Restores documents to the byte, and never overwrites an edit without being asked. */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { errorAtFile, FoveaError } from '../../errors.ts'
import type { SyncStore } from '../../store/store.ts'
import { toBytes, toText } from '../../tokens/bytes.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashBytes } from '../../tokens/hash.ts'
import { whyOf } from './find-documents.ts'
import { type ManifestEntry, withoutPaths } from './manifest.ts'
import { documentState } from './plan-workspace.ts'
import { putFile, replaceFile } from './replace-file.ts'
import { decodeDocument } from './shorten-document.ts'
import {
  codebookFile,
  readCodebook,
  readManifest,
  saveManifest,
  withWorkspaceLock,
} from './workspace-files.ts'

export interface RestoreOptions {
  /** Whether a document is to be restored. @default all of them */
  readonly isWanted?: ((path: string) => boolean) | undefined
  /** Also restores edited and missing documents; an edited one is stored first. */
  readonly force?: boolean | undefined
  /** Only reports what would be done. */
  readonly dryRun?: boolean | undefined
}

/**
 * `original`: it already had its original content. `edited` and `missing` were left alone; with `force` they are `restored`.
 */
export interface RestoredDocument {
  readonly path: string
  readonly outcome: 'restored' | 'original' | 'edited' | 'missing' | 'failed'
  readonly handle: string
  readonly why?: string
  /** The handle of an edited document that was stored. */
  readonly kept?: string
}

export function restoreWorkspace(
  root: string,
  store: SyncStore | undefined,
  options: RestoreOptions = {},
): readonly RestoredDocument[] {
  const work = (): readonly RestoredDocument[] => {
    const manifest = readManifest(root)
    const restored = manifest.documents
      .filter(({ path }) => options.isWanted?.(path) ?? true)
      .map(entry => restoreDocument(root, entry, store, options))
    const done = restored.filter(({ outcome }) => outcome === 'restored' || outcome === 'original')
    if (!options.dryRun && done.length > 0)
      saveManifest(root, withoutPaths(manifest, new Set(done.map(({ path }) => path))))
    return restored
  }
  // Without a manifest there is nothing to lock, and nothing is created.
  return options.dryRun || readManifest(root).documents.length === 0 ? work() : withWorkspaceLock(root, work)
}

function restoreDocument(
  root: string,
  entry: ManifestEntry,
  store: SyncStore | undefined,
  { force = false, dryRun = false }: RestoreOptions,
): RestoredDocument {
  const { path, handle } = entry
  const file = join(root, path)
  try {
    checkInside(root, file)
    const bytes = readIfFile(file)
    const hash = bytes === undefined ? undefined : hashBytes(bytes)
    if (hash === entry.before) return { path, outcome: 'original', handle }
    const isEdited = hash !== undefined && documentState(hash, entry) === 'edited'
    if (!force && isEdited)
      return { path, outcome: 'edited', handle, why: 'edited since it was compressed; --force restores it' }
    if (!force && hash === undefined)
      return { path, outcome: 'missing', handle, why: 'there is no such file any more; --force restores it' }
    const original = originalOf(root, entry, isEdited ? undefined : bytes, store)
    if (dryRun) return { path, outcome: 'restored', handle }
    const kept = isEdited && bytes !== undefined ? keep(bytes, store) : undefined
    if (hash === undefined) putFile(file, original)
    else replaceFile(file, original, hash)
    return { path, outcome: 'restored', handle, ...(kept !== undefined && { kept }) }
  } catch (error) {
    return { path, outcome: 'failed', handle, why: whyOf(error) }
  }
}

/** A folder may have become a link, or the manifest may come from elsewhere. */
function checkInside(root: string, file: string): void {
  const folder = dirname(file)
  if (existsSync(folder) && relative(root, realpathSync(folder)).split(sep)[0] === '..')
    throw errorAtFile('file-unwritable', file, `${file} lies outside of the workspace: its folder is a link.`)
}

function readIfFile(file: string): Uint8Array | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (!stats.isFile()) throw new FoveaError('file-unwritable', `${file} is not a file any more.`)
  return readFileSync(file)
}

/** From the store; if it is no longer there, from the document itself, if that is lossless. */
function originalOf(
  root: string,
  { before, handle, isLossless }: ManifestEntry,
  compressed: Uint8Array | undefined,
  store: SyncStore | undefined,
): Uint8Array {
  try {
    if (store !== undefined) return store.get(handleOf(before, before.length))
  } catch (error) {
    if (!isLossless || compressed === undefined) throw error
  }
  if (isLossless && compressed !== undefined) {
    const decoded = toBytes(decodeDocument(toText(compressed), readCodebook(codebookFile(root))))
    if (hashBytes(decoded) === before) return decoded
  }
  throw new FoveaError(
    'not-found',
    `The original ${handle} is not in this store; name with --store the one that it was compressed with.`,
    { place: { handle } },
  )
}

function keep(bytes: Uint8Array, store: SyncStore | undefined): string {
  const stored = store?.put([{ hash: hashBytes(bytes), bytes }])[0]
  if (stored === undefined)
    throw new FoveaError(
      'not-found',
      'There is no store to keep the edited document in; name one with --store.',
    )
  return stored.handle
}
