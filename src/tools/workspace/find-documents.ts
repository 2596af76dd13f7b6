/** Finds the documents of a workspace on disk. Links are reported and never followed. */
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { errorAtFile } from '../../errors.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { pathMatcher } from './path-matcher.ts'
import { textOfBytes } from './text-of-bytes.ts'
import { tierAuthor } from './tiers.ts'

interface FindOptions {
  /** Patterns of paths below the folder. @default `memoryFiles` */
  readonly files?: readonly string[] | undefined
  /** Patterns of paths to leave out. */
  readonly exclude?: readonly string[] | undefined
  readonly onProgress?: ((path: string) => void) | undefined
}

export interface FoundDocument {
  /** Relative to the workspace, with `/`. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly text: string
}

/** A file that matched and is left alone. */
export interface SkippedFile {
  readonly path: string
  readonly why: string
}

export interface FoundDocuments {
  /** The folder with links resolved. */
  readonly root: string
  readonly documents: readonly FoundDocument[]
  readonly skipped: readonly SkippedFile[]
}

/** No document is this large; such a file was matched by mistake. */
const maxBytes = 16 * 1024 * 1024

/** `at` is a folder, or one document, whose folder is then the workspace. */
export function findDocuments(at: string, options: FindOptions = {}): FoundDocuments {
  const { root, file } = placeOf(at)
  const isWanted = pathMatcher(options.files ?? memoryFiles)
  const isExcluded = pathMatcher(options.exclude ?? [])
  const documents: FoundDocument[] = []
  const skipped: SkippedFile[] = []
  const paths = file === undefined ? pathsBelow(root, skipped) : [file]
  for (const path of paths) {
    if (file === undefined && (!isWanted(path) || isExcluded(path))) continue
    options.onProgress?.(path)
    const read = readDocument(root, path)
    if ('why' in read) skipped.push({ path, why: read.why })
    else if (tierAuthor(read.text) === 'hand-written') documents.push({ path, ...read })
  }
  return { root, documents, skipped }
}

/** The folder with links resolved. Throws `file-unreadable` if there is none. */
export function workspaceRoot(folder: string): string {
  return placeOf(folder).root
}

function placeOf(at: string): { readonly root: string; readonly file?: string } {
  try {
    const real = realpathSync(at)
    return lstatSync(real).isDirectory() ? { root: real } : { root: dirname(real), file: basename(real) }
  } catch (cause) {
    throw errorAtFile('file-unreadable', at, `Cannot read ${at}: ${whyOf(cause)}.`, cause)
  }
}

/** In a stable order. Unreadable folders are listed in `skipped`. */
function pathsBelow(root: string, skipped: SkippedFile[]): readonly string[] {
  const found: string[] = []
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name)
        if (!entry.isDirectory()) found.push(relative(root, path).replaceAll(sep, '/'))
        else if (!foreignFolders.has(entry.name)) folders.push(path)
      }
    } catch (cause) {
      skipped.push({ path: relative(root, folder).replaceAll(sep, '/'), why: whyOf(cause) })
    }
  return found.sort()
}

function readDocument(root: string, path: string): Omit<FoundDocument, 'path'> | { readonly why: string } {
  const absolute = join(root, path)
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false })
    if (stats === undefined)
      return { why: path.includes('\uFFFD') ? 'its name is not valid UTF-8: rename it' : 'no longer there' }
    if (stats.isSymbolicLink()) return { why: `a link to ${readlinkSync(absolute)}` }
    if (!stats.isFile()) return { why: 'not a file' }
    if (stats.size > maxBytes) return { why: `${stats.size} bytes: too large for a document` }
    if (stats.nlink > 1) return { why: `one of ${stats.nlink} names of the same file (hard link)` }
    const bytes = readFileSync(absolute)
    const read = textOfBytes(bytes)
    return read.isText ? { bytes, text: read.text } : { why: read.why }
  } catch (cause) {
    return { why: whyOf(cause) }
  }
}

export function whyOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** Only documents: settings and scripts beside them are read by programs, which would not understand a shorter form. */
const memoryFiles: readonly string[] = [
  '**/{CLAUDE,CLAUDE.local,AGENTS,AGENTS.override,AGENT,GEMINI,MEMORY,TOOLS,NOTES,RULES}.md',
  '**/.{cursorrules,windsurfrules,clinerules}',
  '**/.{cursor,windsurf}/rules/**/*.{md,mdc}',
  '**/.clinerules/**/*.md',
  '**/.claude/**/*.md',
  '**/.github/copilot-instructions.md',
  '**/.github/instructions/**/*.md',
  '**/{memory,memories,notes,rules}/**/*.{md,mdc,txt}',
]

/** Folders that are never entered: third-party, generated, and our own. */
const foreignFolders: ReadonlySet<string> = wordSet(
  '.git .hg .svn .fovea .venv venv __pycache__ bower_components node_modules site-packages vendor',
)

/** A program loads every file in these folders as a command, a rule or an agent: a new file there would become one. */
export const isLoadedByFolder = (path: string): boolean =>
  /(?:^|\/)(?:\.claude\/(?:agents|commands|rules|skills|output-styles)|\.(?:cursor|windsurf)\/rules|\.clinerules|\.github\/instructions)\//i.test(
    path,
  )
