/** The files of Fovea in a workspace: a folder with the manifest, the codebook and a lock. */
import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Codebook, parseCodebook, replacingCodebook, writeCodebook } from '../documents/codebook.ts'
import { emptyManifest, type Manifest, parseManifest, writeManifest } from './manifest.ts'
import { putFile } from './replace-file.ts'
import { withFileLock } from './with-file-lock.ts'

const folderOf = (root: string): string => join(root, '.fovea')
const manifestFile = (root: string): string => join(folderOf(root), 'workspace.json')
/** Relative to the root of the workspace, as its documents name it. */
export const sharedCodebook = '.fovea/codebook.json'
export const codebookFile = (root: string): string => join(root, sharedCodebook)

export function readManifest(root: string): Manifest {
  const file = manifestFile(root)
  return existsSync(file) ? parseManifest(readFileSync(file, 'utf8'), file) : emptyManifest
}

/** Removes the file if the manifest is empty. */
export function saveManifest(root: string, manifest: Manifest): void {
  if (manifest.documents.length > 0) putFile(manifestFile(root), writeManifest(manifest))
  else rmSync(manifestFile(root), { force: true })
}

export function readCodebook(file: string): Codebook | undefined {
  return existsSync(file) ? parseCodebook(readFileSync(file, 'utf8')) : undefined
}

/** Only adds to an existing book: texts that need it may be anywhere. */
export function saveCodebook(file: string, book: Codebook): void {
  const inUse = readCodebook(file)
  putFile(file, writeCodebook(inUse === undefined ? book : replacingCodebook(inUse, book)))
}

/** Allows one writer at a time; removes the folder if it ends up empty. */
export function withWorkspaceLock<Result>(root: string, work: () => Result): Result {
  try {
    return withFileLock(join(folderOf(root), 'lock'), work)
  } finally {
    removeIfEmpty(folderOf(root))
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {}
}
