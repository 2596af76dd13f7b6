/** The documents of a workspace that were compressed, and how to restore them: a file in the workspace itself. */
import { errorAtFile, type FoveaError } from '../../errors.ts'
import { isRecord, jsonValue } from '../../tokens/json-value.ts'

export interface ManifestEntry {
  /** Relative to the workspace, with `/`. */
  readonly path: string
  /** SHA-256 of the original file, and of the file that replaced it. */
  readonly before: string
  readonly after: string
  /** The handle of the original in the store. */
  readonly handle: string
  readonly techniques: readonly string[]
  /** Whether the original can be computed from the compressed document, without the store. */
  readonly isLossless: boolean
  readonly tokens: { readonly before: number; readonly after: number }
  /** Earlier originals, if a document was edited and compressed again; the newest last. */
  readonly earlier?: readonly string[]
}

/** Plain JSON, one entry for each document, by path. */
export interface Manifest {
  readonly version: 1
  readonly documents: readonly ManifestEntry[]
}

export const emptyManifest: Manifest = { version: 1, documents: [] }

export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** Parses the text of the file. Throws `corrupt` with the reason: continuing without it could lose originals. */
export function parseManifest(json: string, file: string): Manifest {
  const value = jsonValue(json)
  if (value === undefined) throw unreadable(file, 'it is no JSON')
  if (!isRecord(value) || !Array.isArray(value['documents'])) throw unreadable(file, 'it lists no documents')
  if (value['version'] !== 1)
    throw unreadable(
      file,
      `its version is ${JSON.stringify(value['version'])}, and this release reads version 1`,
    )
  const strange = value['documents'].findIndex(entry => !isEntry(entry))
  if (strange >= 0) throw unreadable(file, `document ${strange + 1} of its list is not complete`)
  return value as unknown as Manifest
}

/** Adds entries, ordered by path; entries of the same path are replaced. */
export function withEntries(manifest: Manifest, entries: readonly ManifestEntry[]): Manifest {
  const byPath = new Map([...manifest.documents, ...entries].map(entry => [entry.path, entry]))
  const documents = [...byPath.values()].sort((one, two) => (one.path < two.path ? -1 : 1))
  return { version: 1, documents }
}

export function withoutPaths(manifest: Manifest, paths: ReadonlySet<string>): Manifest {
  return { version: 1, documents: manifest.documents.filter(({ path }) => !paths.has(path)) }
}

const hashPattern = /^[0-9a-f]{64}$/

/** Rejects a path that leads out of the workspace. */
function isEntry(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { path, before, after, handle, techniques, isLossless, tokens, earlier = [] } = value
  return (
    typeof path === 'string' &&
    !/^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path) &&
    [before, after].every(hash => typeof hash === 'string' && hashPattern.test(hash)) &&
    typeof handle === 'string' &&
    isTexts(techniques) &&
    typeof isLossless === 'boolean' &&
    isRecord(tokens) &&
    [tokens['before'], tokens['after']].every(count => typeof count === 'number') &&
    isTexts(earlier)
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function unreadable(file: string, why: string): FoveaError {
  return errorAtFile(
    'corrupt',
    file,
    `${file} cannot be read: ${why}. It says what was compressed here: bring it back from a backup; the originals are in the store.`,
  )
}
