/** Plans the tiers of every document of a workspace, with their paths. Writes only on request. */
import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SyncStore } from '../../store/store.ts'
import { toText } from '../../tokens/bytes.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashBytes } from '../../tokens/hash.ts'
import type { TokenCounter } from '../../types.ts'
import { type FoundDocument, type FoundDocuments, isLoadedByFolder, whyOf } from './find-documents.ts'
import type { Manifest } from './manifest.ts'
import { documentState } from './plan-workspace.ts'
import { putFile } from './replace-file.ts'
import { isEncodedDocument } from './shorten-document.ts'
import {
  type TierName,
  type TierSizes,
  tierAuthor,
  tierFile,
  tierNames,
  tierPath,
  tierSizes,
} from './tiers.ts'

export interface TierSettings {
  readonly counter: TokenCounter
  readonly sizes?: TierSizes
  /** The store with the originals of compressed documents. */
  readonly store?: SyncStore | undefined
  /** Documents in folders from which a program loads every file are left out, unless they were named. */
  readonly isNamed?: boolean
  readonly onProgress?: ((path: string) => void) | undefined
}

/** `current`: the file already has this content. `obsolete`: the document has become shorter than the tier. */
type TierAction = 'write' | 'current' | 'obsolete' | 'leave'

export interface PlannedTier {
  readonly path: string
  readonly of: string
  readonly tier: TierName
  readonly tokens: { readonly document: number; readonly tier: number }
  readonly action: TierAction
  readonly why?: string
  readonly content?: string
}

export interface TierPlan {
  readonly root: string
  readonly tiers: readonly PlannedTier[]
  /** Documents without tiers, and why. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[]
}

export function planTiers(
  { root, documents }: FoundDocuments,
  manifest: Manifest,
  settings: TierSettings,
): TierPlan {
  const tiers: PlannedTier[] = []
  const skipped: { path: string; why: string }[] = []
  for (const document of documents) {
    const { path } = document
    settings.onProgress?.(path)
    const read = originalText(document, manifest, settings.store)
    if (!settings.isNamed && isLoadedByFolder(path))
      skipped.push({ path, why: 'a program loads every file of its folder' })
    else if ('why' in read) skipped.push({ path, why: read.why })
    else tiers.push(...tiersOf(root, path, read.text, settings))
  }
  return { root, tiers, skipped }
}

function tiersOf(
  root: string,
  of: string,
  text: string,
  { counter, sizes = tierSizes }: TierSettings,
): readonly PlannedTier[] {
  const document = counter.count(text)
  return tierNames.flatMap((tier): readonly PlannedTier[] => {
    const content = tierFile(of, text, tier, sizes[tier], counter)
    const path = tierPath(of, tier)
    const there = readIfThere(join(root, path))
    if (content === undefined && there === undefined) return []
    const tokens = { document, tier: content === undefined ? 0 : counter.count(content) }
    const planned = { path, of, tier, tokens }
    const author = there === undefined ? undefined : tierAuthor(there)
    if (author === 'hand-written')
      return content === undefined ? [] : [{ ...planned, action: 'leave', why: 'somebody wrote it by hand' }]
    if (author === 'edited') return [{ ...planned, action: 'leave', why: 'edited since it was generated' }]
    if (content === undefined) return [{ ...planned, action: 'obsolete' }]
    return [content === there ? { ...planned, action: 'current' } : { ...planned, action: 'write', content }]
  })
}

export function writeTiers({
  root,
  tiers,
}: TierPlan): readonly { readonly path: string; readonly why: string }[] {
  const failed: { path: string; why: string }[] = []
  for (const { path, action, content } of tiers)
    try {
      if (action === 'obsolete') rmSync(join(root, path))
      else if (content !== undefined) putFile(join(root, path), content)
    } catch (error) {
      failed.push({ path, why: whyOf(error) })
    }
  return failed
}

/** Tiers are made from the original document, not from its compressed form. */
function originalText(
  { path, bytes, text }: FoundDocument,
  manifest: Manifest,
  store: SyncStore | undefined,
): { readonly text: string } | { readonly why: string } {
  const entry = manifest.documents.find(document => document.path === path)
  const state = documentState(hashBytes(bytes), entry)
  if (entry === undefined || state !== 'compressed')
    return isEncodedDocument(text) ? { why: 'encoded; decode or restore it first' } : { text }
  try {
    if (store !== undefined) return { text: toText(store.get(handleOf(entry.before, entry.before.length))) }
  } catch (error) {
    return { why: whyOf(error) }
  }
  return { why: 'compressed, and the store with its original is not there' }
}

/** A file that cannot be read is not ours. */
function readIfThere(file: string): string | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
