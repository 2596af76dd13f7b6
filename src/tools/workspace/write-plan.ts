/** Carries out a plan: originals into the store, then the manifest, then the files, each completely or not at all. */
import { join } from 'node:path'
import { FoveaError } from '../../errors.ts'
import type { SyncStore } from '../../store/store.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashBytes } from '../../tokens/hash.ts'
import { whyOf } from './find-documents.ts'
import { type Manifest, type ManifestEntry, withEntries, withoutPaths } from './manifest.ts'
import type { PlannedDocument, WorkspacePlan } from './plan-workspace.ts'
import { replaceFile } from './replace-file.ts'
import {
  codebookFile,
  readManifest,
  saveCodebook,
  saveManifest,
  withWorkspaceLock,
} from './workspace-files.ts'

export interface WriteReport {
  readonly written: readonly { readonly path: string; readonly handle: string }[]
  /** Files that were left as they are. */
  readonly failed: readonly { readonly path: string; readonly why: string }[]
}

/** Throws if the store or the manifest cannot be written; no document has been changed then. */
export function writePlan(plan: WorkspacePlan, store: SyncStore): WriteReport {
  const changes = plan.documents.flatMap(document =>
    document.change === undefined ? [] : [{ ...document, ...document.change }],
  )
  if (changes.length === 0) return { written: [], failed: [] }
  return withWorkspaceLock(plan.root, () => {
    const manifest = readManifest(plan.root)
    const handles = keepOriginals(changes, store)
    const entries = changes.map((change, at) => entryOf(change, handles[at] as string, manifest))
    if (plan.codebook !== undefined) saveCodebook(codebookFile(plan.root), plan.codebook.book)
    saveManifest(plan.root, withEntries(manifest, entries))
    const failed: { path: string; why: string }[] = []
    for (const [at, { path, to }] of changes.entries())
      try {
        replaceFile(join(plan.root, path), to, (entries[at] as ManifestEntry).before)
      } catch (error) {
        failed.push({ path, why: whyOf(error) })
      }
    if (failed.length > 0) forget(plan.root, manifest, entries, failed)
    const failedPaths = new Set(failed.map(({ path }) => path))
    return {
      written: entries.flatMap(({ path, handle }) => (failedPaths.has(path) ? [] : [{ path, handle }])),
      failed,
    }
  })
}

interface Change extends PlannedDocument {
  readonly from: Uint8Array
  readonly to: Uint8Array
}

/** Originals are read back before they are replaced. */
function keepOriginals(changes: readonly Change[], store: SyncStore): readonly string[] {
  const stored = store.put(changes.map(({ from }) => ({ hash: hashBytes(from), bytes: from })))
  for (const [at, { hash }] of stored.entries()) {
    const back = store.get(handleOf(hash, hash.length))
    if (Buffer.compare(back, (changes[at] as Change).from) !== 0)
      throw new FoveaError('corrupt', 'The store did not give back what was stored. Nothing was changed.')
  }
  return stored.map(({ handle }) => handle)
}

function entryOf(
  { path, from, to, tokens, steps, isLossless }: Change,
  handle: string,
  manifest: Manifest,
): ManifestEntry {
  const before = manifest.documents.find(entry => entry.path === path)
  const known = before === undefined ? [] : [...(before.earlier ?? []), before.handle]
  const earlier = known.filter(name => name !== handle)
  return {
    path,
    before: hashBytes(from),
    after: hashBytes(to),
    handle,
    techniques: steps.map(({ step }) => step),
    isLossless,
    tokens,
    ...(earlier.length > 0 && { earlier }),
  }
}

/** A document that was not written gets its earlier entry back; if that cannot be saved, the hashes still show it. */
function forget(
  root: string,
  before: Manifest,
  entries: readonly ManifestEntry[],
  failed: readonly { readonly path: string }[],
): void {
  const failedPaths = new Set(failed.map(({ path }) => path))
  const kept = before.documents.filter(({ path }) => failedPaths.has(path))
  try {
    saveManifest(root, withEntries(withoutPaths(withEntries(before, entries), failedPaths), kept))
  } catch {}
}
