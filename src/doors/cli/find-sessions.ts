/** Finds the session files that paths name: each file, and the files in each folder, in order. */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { FoveaError } from '../../errors.ts'
import { transcriptReaders } from '../../transcripts/index.ts'
import type { TranscriptReader } from '../../transcripts/transcript.ts'

export interface SessionFile {
  readonly path: string
  /** Named by the caller, and therefore expected to be a session; a folder may hold other files. */
  readonly isNamed: boolean
}

type NamedFiles = Pick<TranscriptReader, 'endings' | 'folder'>

const json: NamedFiles = { endings: ['.json', '.jsonl'] }

/** Whether agents name their logs so. */
function isSessionName(path: string): boolean {
  const plain = basename(path).toLowerCase().replace(/\.gz$/, '')
  return [json, ...transcriptReaders].some(
    ({ endings = [], folder }: NamedFiles) =>
      endings.some(ending => plain.endsWith(ending)) && (folder === undefined || isIn(path, folder)),
  )
}

function isIn(path: string, folder: string): boolean {
  return resolve(dirname(path)).replaceAll(sep, '/').endsWith(`/${folder}`)
}

/** Folders with very many files and no sessions. */
const passedBy = new Set(['node_modules', '.git'])

/** Lists each file once. A path that does not exist is reported by the code that reads it. */
export function findSessions(paths: readonly string[]): readonly SessionFile[] {
  const found = new Map<string, SessionFile>()
  for (const path of paths) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) found.set(path, { path, isNamed: true })
    else
      for (const file of filesIn(path)) if (!found.has(file)) found.set(file, { path: file, isNamed: false })
  }
  return [...found.values()]
}

/** The error for folders without a session. */
export function noSessions(paths: readonly string[]): FoveaError {
  const endings = [json, ...transcriptReaders].flatMap(({ endings = [], folder }: NamedFiles) =>
    endings.map(ending => (folder === undefined ? ending : `${folder}/*${ending}`)),
  )
  return new FoveaError(
    'file-unreadable',
    `No session files (${endings.join(', ')}, also .gz) in ${paths.join(', ')}.`,
  )
}

/** Links to files are read; links to folders are not followed, since a folder may contain a link to itself. */
function filesIn(folder: string): readonly string[] {
  const files: string[] = []
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) {
        if (!passedBy.has(entry.name)) folders.push(path)
      } else if (isSessionName(path) && isFile(entry, path)) files.push(path)
    }
  return files.sort()
}

function isFile(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile()
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
